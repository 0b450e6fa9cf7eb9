# Everything here is also one command without make: python3 tools/run.py play
PYTHON ?= python3

.PHONY: help play lab test bench setup clean

help:
	@echo "make play    set everything up, start the web app and open it in the browser"
	@echo "make lab     the same in JupyterLab"
	@echo "make test    set everything up and run all tests, the browser's included"
	@echo "make bench   measure speed"
	@echo "make clean   remove what was made here"

play lab bench test setup clean:
	@$(PYTHON) tools/run.py $@
