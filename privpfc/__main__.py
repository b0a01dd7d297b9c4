"`python -m privpfc` is the command `privpfc`."
import sys

from privpfc.cli import main

if __name__ == "__main__":  # experiments start processes that import this file again
    sys.exit(main())
