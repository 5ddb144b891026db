"""Every problem is told in the language of its sheet, and leads to the cell where it was typed."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from openpyxl import load_workbook
from pipeline.problems.phrases import PARTS, ProblemWords, rows
from typer.testing import CliRunner

from pipeline.books.writer import write_book
from pipeline.build.build import RESERVED, build
from pipeline.cli.app import app
from pipeline.language.language import language as language_of
from pipeline.pages import problems as problem_pages
from pipeline.pages.languages import SEASON, languages
from pipeline.pages.problems import ProblemPage, problem_book
from pipeline.problems.codes import CODES, Problem, problem
