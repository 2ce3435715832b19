"""The games for researchers, in the interfaces that their libraries expect (`pip install tercet[research]`).

`pettingzoo` has environments for several learners, `gymnasium` for one learner against bots, `openspiel` the games with
explicit chance. docs/research.md shows how to use them.
"""
