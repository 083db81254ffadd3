"""Feeds malformed files to partita-solve and partita-certify.

usage: bad_files.py FOLDER SOLVER CERTIFIER
Every case must end with exit status 1, nothing on standard output, exactly the
expected message, and no file written. Prints the number of cases.
"""
import gzip
import os
import pathlib
import subprocess
import sys

GOOD = """{"problem": {"name": "example",
  "nodes": {"intervals": [[0,2], [1,3], [1,4], [3,4]],
            "costs": [[4,2], [8,3], [1,2], [1]],
            "usages": [[8,4], [8,4], [8,4], [1]]},
  "edges": {"nodes": [[0,1], [0,2], [1,3], [2,3]],
            "costs": [[0,0,3,0], [0,0,3,0], [0,3], [0,3]]},
  "usage_limit": 16}}
"""
PROOF = """{"format": "partita-certificate-2",
"fingerprint": "bd16ddb95599b338",
"nodes": [
{"steps": [
["d",1,[0,1]],
["f",3],
["f",1]],
"price_bits": 46,
"prices": [
[0,1,17592186044415]],
"message_bits": 5,
"messages": [
[0,2,[0,-96],[64,160]]]}]}
"""
COST = "expects an integer from 0 to 1000000000000000000, got "
PACKED = gzip.compress(GOOD.encode(), mtime=0)
HUGE = 10**30


def edit(*pairs, text=GOOD):
    """The good text with one place after the other replaced."""
    for old, new in pairs:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1:]


# What is wrong, the file, what is said about it.
PROBLEMS = [
    # Not JSON, or not all of it.
    ("empty", "", "line 1, column 1: expects an object, got the end of the file"),
    ("blank", " \n\t\n", "line 3, column 1: expects an object, got the end of the file"),
    ("list", "[]", "line 1, column 1: expects an object, got '['"),
    ("word", "hello", "line 1, column 1: expects an object, got 'hello'"),
    ("zeros", b"\0" * 99, "line 1, column 1: expects an object, got byte value 0"),
    ("byte order mark", b"\xef\xbb\xbf" + GOOD.encode(),
     "line 1, column 1: expects an object, got a byte order mark: save the file as UTF-8"
     " without it"),
    ("UTF-16", GOOD.encode("utf-16"),
     "line 1, column 1: expects an object, got byte value 255"),
    ("cut off", GOOD[:100],
     "line 3, column 14: problem.nodes: expects the end of a string, got the end of the file"),
    ("cut off in a number", GOOD[:62],
     "line 2, column 31: problem.nodes.intervals[0][2]: expects ',' or ']', got the end of the"
     " file"),
    ("cut off in a name", '{"problem": {"nod',
     "line 1, column 18: problem: expects the end of a string, got the end of the file"),
    ("cut off in an escape", '{"a\\',
     "line 1, column 5: expects the rest of an escape, got the end of the file"),
    ("trailing garbage", GOOD + "x", "line 8, column 1: expects the end of the file, got 'x'"),
    ("two texts", GOOD + GOOD, "line 8, column 1: expects the end of the file, got '{'"),
    ("no comma", edit(("[8,3]", "[8 3]")),
     "line 3, column 33: problem.nodes.costs[1][1]: expects ',' or ']', got '3'"),
    ("comma too many", edit(("[8,3]", "[8,]")),
     "line 3, column 33: problem.nodes.costs[1][1]: expects a value, got ']'"),
    ("no colon", edit(('"nodes":', '"nodes"')),
     "line 2, column 11: problem: expects ':' after \"nodes\", got '{'"),
    ("a name without quotes", edit(('"edges"', "edges")),
     "line 5, column 3: problem: expects a string, got 'edges'"),
    ("a comment", edit(('"edges"', '// here\n"edges"')),
     "line 5, column 3: problem: expects a string, got '/'"),
    ("deep", '{"a":' + "[" * 100000, "line 1, column 69: a" + "[0]" * 63 +
     ": expects at most 64 levels"),
    ("a long string", '{"a": "' + "a" * 70000 + '"}',
     "line 1, column 65545: a: expects a string of at most 65536 bytes"),
    ("a line break in a string", edit(("example", "exa\nmple")),
     "line 1, column 26: problem.name: expects the end of a string, got byte value 10"),
    # gzip.
    ("gzip cut off", PACKED[:-9],
     "line 8, column 1: the gzip stream is cut off"),
    ("gzip cut off early", PACKED[:40], None),
    ("gzip with a changed byte", flipped(PACKED, 60), None),
    ("gzip with a wrong checksum", flipped(PACKED, len(PACKED) - 6),
     "line 1, column 1: damaged gzip stream: incorrect data check"),
    ("gzip of a cut off text", gzip.compress(GOOD[:90].encode(), mtime=0), None),
    ("gzip twice", gzip.compress(PACKED, mtime=0),
     "line 1, column 1: expects an object, got byte value 31"),
    # Keys.
    ("no problem", "{}", 'line 1, column 3: expects the key "problem"'),
    ("empty problem", '{"problem": {}}',
     'line 1, column 15: problem: expects the key "nodes"\n'
     'line 1, column 15: problem: expects the key "edges"'),
    ("no edges", edit(('"edges"', '"edgy"')),
     'line 7, column 21: problem: expects the key "edges"'),
    ("no costs", edit(('"costs"', '"prices"')),
     'line 4, column 50: problem.nodes: expects the key "costs"'),
    ("no intervals", edit(('"intervals"', '"live"')),
     'line 4, column 50: problem.nodes: expects the key "intervals"'),
    ("no edge costs", edit(("0], [0,3], [0,3]]}", '0], [0,3], [0,3]], "nodes": []}')),
     "line 6, column 68: problem.edges.nodes: expects this key once"),
    ("two problems", edit(("16}}", '16}, "problem": {}}')),
     "line 7, column 33: problem: expects this key once"),
    ("two limits", edit(("16}}", '16, "usage_limit": 99}}')),
     "line 7, column 36: problem.usage_limit: expects this key once"),
    # Types.
    ("a string for a number", edit(("[8,3]", '[8,"3"]')),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "'\"3'"),
    ("a list for a number", edit(("[8,3]", "[8,[3]]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "'['"),
    ("null for a number", edit(("[8,3]", "[8,null]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "null"),
    ("true for a number", edit(("[8,3]", "[true,3]")),
     "line 3, column 31: problem.nodes.costs[1][0]: " + COST + "true"),
    ("a number for a list", edit(("[8,3]", "8")),
     "line 3, column 30: problem.nodes.costs[1]: expects a list, got '8'"),
    ("a list for an object", edit(('{"intervals"', '[{"intervals"')),
     "line 2, column 12: problem.nodes: expects an object, got '['"),
    ("null for an object", '{"problem": null}',
     "line 1, column 13: problem: expects an object, got 'null'"),
    ("a string for the limit", edit(("16}}", '"16"}}')),
     "line 7, column 18: problem.usage_limit: expects an integer from 0 to"
     " 2000000000000000000, got '\"16'"),
    # Numbers.
    ("negative", edit(("[8,3]", "[8,-3]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "-3"),
    ("negative memory", edit(("[8,4]", "[-8,4]")),
     "line 4, column 25: problem.nodes.usages[0][0]: " + COST + "-8"),
    ("negative limit", edit(("16}}", "-16}}")),
     "line 7, column 18: problem.usage_limit: expects an integer from 0 to"
     " 2000000000000000000, got -16"),
    ("a fraction", edit(("[8,3]", "[8,3.5]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "3.5"),
    ("a whole fraction", edit(("[8,3]", "[8,3.0]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "3.0"),
    ("an exponent", edit(("[8,3]", "[8,1e3]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "1e3"),
    ("a leading zero", edit(("[8,3]", "[8,03]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "03"),
    ("a plus", edit(("[8,3]", "[8,+3]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "+3"),
    ("a minus alone", edit(("[8,3]", "[8,-]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "-"),
    ("hexadecimal", edit(("[8,3]", "[8,0x3]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "0x3"),
    ("beyond 10^18", edit(("[8,3]", "[8,1000000000000000001]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "1000000000000000001"),
    ("2^63", edit(("[8,3]", f"[8,{2**63}]")),
     f"line 3, column 33: problem.nodes.costs[1][1]: {COST}{2**63}"),
    ("2^64 + 1", edit(("[8,3]", f"[8,{2**64 + 1}]")),
     f"line 3, column 33: problem.nodes.costs[1][1]: {COST}{2**64 + 1}"),
    ("-2^63", edit(("[8,3]", f"[8,{-2**63}]")),
     f"line 3, column 33: problem.nodes.costs[1][1]: {COST}{-2**63}"),
    ("10^30", edit(("[8,3]", f"[8,{HUGE}]")),
     f"line 3, column 33: problem.nodes.costs[1][1]: {COST}{HUGE}"),
    ("a million digits", edit(("[8,3]", "[8," + "7" * 1000000 + "]")),
     "line 3, column 33: problem.nodes.costs[1][1]: " + COST + "7" * 40 + "..."),
    ("NaN and Infinity, all at once", edit(("[4,2]", "[NaN,-Infinity]"), ("[8,3]", "[1e999,-1]")),
     "line 3, column 24: problem.nodes.costs[0][0]: " + COST + "NaN\n"
     "line 3, column 28: problem.nodes.costs[0][1]: " + COST + "-Infinity\n"
     "line 3, column 41: problem.nodes.costs[1][0]: " + COST + "1e999\n"
     "line 3, column 47: problem.nodes.costs[1][1]: " + COST + "-1"),
    ("thousands of them", edit(("[8,3]", "[" + "-1," * 5000 + "3]")),
     "\n".join(f"line 3, column {31 + 3 * k}: problem.nodes.costs[1][{k}]: {COST}-1"
               for k in range(20)) + "\nand 980 more so far"),
    # Lengths.
    ("a cost too many", edit(("[8,3]", "[8,3,1]")),
     "node 1 expects 3 memory uses (strategies x limits), got 2\n"
     "edge 0 expects 2 x 3 costs, got 4\nedge 2 expects 3 x 1 costs, got 2"),
    ("no strategy",
     edit(("[1,2], [1]],", "[1,2], []],"), ("[8,4], [1]]}", "[8,4], []]}")),
     "node 3 expects at least one strategy\nedge 2 expects 2 x 0 costs, got 2\n"
     "edge 3 expects 2 x 0 costs, got 2"),
    ("usages without a limit", edit((',\n  "usage_limit": 16', ""), ("[8,4]", "[8]")),
     "node 0 expects 2 usages, got 1"),
    ("a node short", edit(("[8,3], ", "")),
     "line 4, column 50: problem.nodes: expects lists of one length, got 4 intervals, 3 costs"
     " and 4 usages"),
    ("intervals alone", '{"problem": {"nodes": {"intervals": [[0,9]], "costs": [], "usages": []},'
     ' "edges": {"nodes": [], "costs": []}}}',
     "line 1, column 72: problem.nodes: expects lists of one length, got 1 intervals, 0 costs"
     " and 0 usages"),
    ("an edge short", edit(("[[0,1], ", "[")),
     "line 6, column 59: problem.edges: expects lists of one length, got 3 nodes and 4 costs"),
    ("an edge of three", edit(("[[0,1]", "[[0,1,2]")),
     "line 5, column 30: problem.edges.nodes[0]: expects two numbers, got 3"),
    ("an edge of one, an interval of none", edit(("[[0,2]", "[[]"), ("[[0,1]", "[[0]")),
     "line 2, column 29: problem.nodes.intervals[0]: expects two numbers, got 0\n"
     "line 5, column 26: problem.edges.nodes[0]: expects two numbers, got 1"),
    ("a table too short", edit(("[0,3]", "[0]")), "edge 2 expects 2 x 1 costs, got 1"),
    # What is named.
    ("an unknown node", edit(("[[0,1]", "[[0,4]")),
     "edge 0 names node 4, but there are 4 nodes"),
    ("10^7 nodes claimed", edit(("[2,3]", "[2,9999999]")),
     "edge 3 names node 9999999, but there are 4 nodes"),
    ("2^31 nodes claimed", edit(("[2,3]", "[2,2147483648]")),
     "line 5, column 47: problem.edges.nodes[3][1]: expects an integer from 0 to 2147483647,"
     " got 2147483648"),
    ("a node with a minus", edit(("[2,3]", "[2,-1]")),
     "line 5, column 47: problem.edges.nodes[3][1]: expects an integer from 0 to 2147483647,"
     " got -1"),
    ("edges to itself, unknown nodes and a turned interval",
     edit(("[[0,1]", "[[1,1]"), ("[1,3]", "[3,1]"), ("[2,3]", "[7,8]")),
     "node 1 expects an interval that ends after it begins, got [3, 1)\n"
     "edge 0 joins node 1 to itself\nedge 3 names node 7, but there are 4 nodes\n"
     "edge 3 names node 8, but there are 4 nodes"),
    ("a moment beyond 2 * 10^18", edit(("[0,2]", "[0,3000000000000000000]")),
     "line 2, column 30: problem.nodes.intervals[0][1]: expects an integer from"
     " -2000000000000000000 to 2000000000000000000, got 3000000000000000000"),
    # Sums.
    ("costs that overflow", edit(*[(row, f"[{10**18 - 1},1]") for row in
                                   ("[4,2]", "[8,3]", "[1,2]")]),
     "node 2 cost makes a sum that can exceed 2*10^18"),
    ("edge costs that overflow", edit(("[0,3]", f"[{10**18 - 1},3]"), ("[0,3]", f"[{10**18 - 1},3]")),
     "edge 3 cost makes a sum that can exceed 2*10^18"),
    ("memory that overflows", edit(*[("[8,4]", f"[{10**18},4]")] * 2),
     "node 2 memory makes a sum that can exceed 2*10^18"),
]

# The same for certificates of the good problem.
PROOFS = [
    ("empty", "", "line 1, column 1: expects an object, got the end of the file"),
    ("a problem", GOOD, None),
    ("keys", "{}", "\n".join(f'line 1, column 3: expects the key "{key}"' for key in (
        "format", "fingerprint", "nodes"))),
    ("another format", edit(("certificate-2", "certificate-9"), text=PROOF),
     "line 1, column 35: format: expects partita-certificate-2, got partita-certificate-9"),
    ("a short fingerprint", edit(("bd16", "bd"), text=PROOF),
     "line 2, column 32: fingerprint: expects 16 hexadecimal digits"),
    ("another problem", edit(("bd16", "bd17"), text=PROOF),
     "refused: the certificate is for another problem"),
    ("no nodes", edit((PROOF[PROOF.index("{\"steps"):], "]}"), text=PROOF),
     "refused: expects a node"),
    ("too many bits", edit(('bits": 46', 'bits": 49'), text=PROOF),
     "line 8, column 15: nodes[0].price_bits: expects an integer from 0 to 48, got 49"),
    ("a step too short", edit(('["f",3]', '["f"]'), text=PROOF),
     "line 6, column 6: nodes[0].steps[1]: expects more items"),
    ("a step too long", edit(('["f",3]', '["f",3,0]'), text=PROOF),
     "line 6, column 8: nodes[0].steps[1][2]: expects no more items"),
    ("an unknown step", edit(('"f",3', '"x",3'), text=PROOF),
     'line 6, column 5: nodes[0].steps[1][0]: expects a step u, d, m, f, e, c or o, got "x"'),
    ("no kind of step", edit(('"f",3', '"",3'), text=PROOF),
     'line 6, column 4: nodes[0].steps[1][0]: expects a step u, d, m, f, e, c or o, got ""'),
    ("an unknown variable", edit(('"f",3', '"f",9999999'), text=PROOF),
     "refused: step 1: there is no variable 9999999"),
    ("a variable that is gone", edit(('"f",1', '"f",3'), text=PROOF),
     "refused: step 2: there is no variable 3"),
    ("folding two states", edit(('"f",3', '"f",2'), text=PROOF),
     "refused: step 1: f: 2 has 2 states"),
    ("an unknown state", edit(("[0,1]]", "[0,7]]"), text=PROOF),
     "refused: step 0: d: 1 has no state 7"),
    ("a state that can be better", edit(("[0,1]]", "[1,0]]"), text=PROOF),
     "refused: step 0: d: state 1 of 1 can be better than state 0"),
    ("an odd list", edit(("[0,1]]", "[0]]"), text=PROOF),
     "refused: step 0: d: expects pairs of states"),
    ("an unknown edge", edit(('"f",3', '"m",0,3'), text=PROOF),
     "refused: step 1: m: no edge between 0 and 3"),
    ("a state that fits", edit(('"f",3', '"c",0,0,1,[0]'), text=PROOF),
     "refused: step 1: c: state 0 of 0 may fit at moment 1"),
    ("limits that hold", edit(('"f",3', '"o",0,1'), text=PROOF),
     "refused: step 1: o: the least fits at moment 1"),
    ("a message too short", edit(("[0,-96]", "[0]"), text=PROOF),
     "refused: message 0, 2: expects a number per state"),
    ("a negative price", edit(("[0,1,1", "[0,1,-1"), text=PROOF),
     "line 10, column 6: nodes[0].prices[0][2]: expects an integer from 0 to"
     " 9223372036854775807, got -17592186044415"),
    ("an unknown class", edit(("[0,1,1", "[5,1,1"), text=PROOF),
     "refused: expects classes below 1, got 5"),
    ("branches to itself", edit(('"price_bits"', '"branches": [[0,[0,1],0]],\n"price_bits"'),
                                text=PROOF),
     "refused: node 0: expects branches that are later nodes and nobody else's, got 0"),
    ("branches of two variables", edit(
        ('"price_bits"', '"branches": [[0,[0],1],[2,[1],2]],\n"price_bits"'), text=PROOF),
     "line 8, column 26: nodes[0].branches[1][0]: expects branches of one variable, got 0 and 2"),
    ("two lists of steps", edit(('"price_bits"', '"steps": [], "price_bits"'), text=PROOF),
     "line 8, column 9: nodes[0].steps: expects this key once"),
    ("gzip cut off", gzip.compress(PROOF.encode(), mtime=0)[:-9], None),
    ("memory for three bytes a node",
     gzip.compress(b'{"nodes": [' + b"{}," * 3_000_000, mtime=0),
     "line 1, column 3145740: nodes[1048576]: expects at most 1048576 nodes"),
]

ANSWERS = [
    ("empty", "", "line 1, column 1: expects a list, got the end of the file"),
    ("an object", "{}", "line 1, column 1: expects a list, got '{'"),
    ("short", "[1, 1, 0]", "expects 4 strategies, got 3"),
    ("long", "[1, 1, 0, 0, 0]", "expects 4 strategies, got 5"),
    ("an unknown strategy", "[1, 1, 0, 1]", "node 3 has no strategy 1 among its 1"),
    ("negative, and a fraction", "[1, -1, 0.5, 0]",
     "line 1, column 5: [1]: expects an integer from 0 to 2147483647, got -1\n"
     "line 1, column 9: [2]: expects an integer from 0 to 2147483647, got 0.5"),
    ("cut off", "[1, 1", "line 1, column 6: [2]: expects ',' or ']', got the end of the file"),
    ("trailing garbage", "[1, 1, 0, 0] 0",
     "line 1, column 14: expects the end of the file, got '0'"),
]


def main(folder, solver, certifier):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    count = wrong = 0
    pathlib.Path("good.json").write_text(GOOD)
    pathlib.Path("proof.json").write_text(PROOF)
    pathlib.Path("folder.json").mkdir(exist_ok=True)

    def expect(what, command, name, message):
        nonlocal count, wrong
        before = sorted(os.listdir())
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=60)
        got = done.stderr.rstrip("\n")
        start = f"{pathlib.Path(command[0]).name}: error: {name}: "
        # None: any message; which one depends on zlib or on where it stops.
        good = got == start + message if message else got.startswith(start + "line ")
        if not good or done.returncode != 1 or done.stdout or sorted(os.listdir()) != before:
            print(f"{what}: exit status {done.returncode}, output '{done.stdout}', got\n{got}\n"
                  f"expects\n{start}{message}")
            wrong += 1
        count += 1

    def solve(what, path, message):
        expect(what, [solver, path, "--quiet", "--work", "1", "-o", "answer.json",
                      "--certificate", "new-proof.json"], path, message)

    def write(path, content):
        pathlib.Path(path).write_bytes(content.encode() if isinstance(content, str) else content)

    for what, content, message in PROBLEMS:
        write("bad.json", content)
        solve(what, "bad.json", message)
    solve("a folder", "folder.json", "line 1, column 1: cannot read: Is a directory")
    solve("no file", "no.json", "cannot open: No such file or directory")
    solve("a file for a folder", "good.json/no.json", "cannot open: Not a directory")
    if os.geteuid() != 0:
        write("secret.json", GOOD)
        os.chmod("secret.json", 0)
        solve("not readable", "secret.json", "cannot open: Permission denied")
        os.remove("secret.json")
    for option in "-o", "--certificate":
        for path, reason in (("no/new.json", "No such file or directory"),
                             ("good.json/new.json", "Not a directory"),
                             ("folder.json", "Is a directory")):
            expect("nowhere to write", [solver, "good.json", option, path],
                   f"cannot write '{path}'", reason)
    for what, content, message in PROOFS:
        write("bad.json", content)
        if content == GOOD:
            message = None
        expect(what, [certifier, "good.json", "bad.json"], "bad.json", message)
    for what, content, message in ANSWERS:
        write("bad.json", content)
        expect(what, [certifier, "good.json", "proof.json", "bad.json"], "bad.json", message)
    print(f"{count} cases, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
