"""The first signal ends the search, a second one ends partita-solve at once.

It reads its case from a pipe here: at the first signal it keeps reading, and
then answers; at a second one it is gone.
"""

import os
import signal
import subprocess
import sys
import time

case, folder = sys.argv[1:]
pipe = os.path.join(folder, "pipe.json")
text = open(case).read()
for second in (signal.SIGINT, signal.SIGTERM, None):
    if os.path.exists(pipe):
        os.remove(pipe)
    os.mkfifo(pipe)
    run = subprocess.Popen(["partita-solve", pipe, "--quiet"])
    with open(pipe, "w") as out:  # it has come as far as opening its case
        out.write(text[:40])
        out.flush()
        run.send_signal(signal.SIGINT)
        time.sleep(0.3)
        assert run.poll() is None, "the first signal ended it"
        if second:
            run.send_signal(second)
        else:
            out.write(text[40:])
            out.flush()
    code = run.wait()
    assert code == -second if second else code in (0, 3), f"ended with {code}"
print("all as it should be")
