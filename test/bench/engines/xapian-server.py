"""Xapian: one request a line of standard input, one reply a line of standard output, both JSON.

  {"build": FOLDER, "count": N}   followed by N lines, a section each
  {"open": FOLDER}
  {"search": TEXT, "limit": K}    -> {"ids": [...]}

Each reply has the milliseconds that it took, by the wall clock and of processor time. Queries are stemmed, corrected by
the words of the texts, and complete their last word; any word may match. Titles count twice, headings four times.
"""
import json
import sys
import time

import xapian

STEMMER = xapian.Stem('en')
FLAGS = (xapian.QueryParser.FLAG_DEFAULT | xapian.QueryParser.FLAG_SPELLING_CORRECTION
         | xapian.QueryParser.FLAG_PARTIAL)
parser = None
enquire = None


def open_folder(folder):
    global parser, enquire
    database = xapian.Database(folder)
    stopper = xapian.SimpleStopper()
    for word in json.loads(sys.argv[1]):
        stopper.add(word)
    parser = xapian.QueryParser()
    parser.set_database(database)
    parser.set_stemmer(STEMMER)
    parser.set_stopper(stopper)
    parser.stopper = stopper
    enquire = xapian.Enquire(database)


def build(folder, lines):
    database = xapian.WritableDatabase(folder + '.new', xapian.DB_CREATE_OR_OVERWRITE)
    generator = xapian.TermGenerator()
    generator.set_stemmer(STEMMER)
    generator.set_database(database)
    generator.set_flags(xapian.TermGenerator.FLAG_SPELLING)
    for line in lines:
        section = json.loads(line)
        document = xapian.Document()
        document.set_data(section['id'])
        generator.set_document(document)
        for name, weight in (('title', 2), ('heading', 4), ('body', 1)):
            generator.index_text(section[name], weight)
            generator.increase_termpos()
        database.add_document(document)
    database.commit()
    database.compact(folder, 0, 0)
    database.close()
    open_folder(folder)


def search(text, limit):
    query = parser.parse_query(text, FLAGS)
    corrected = parser.get_corrected_query_string().decode()
    enquire.set_query(parser.parse_query(corrected, FLAGS) if corrected else query)
    return [match.document.get_data().decode() for match in enquire.get_mset(0, limit)]


for request in map(json.loads, iter(sys.stdin.readline, '')):
    lines = [sys.stdin.readline() for _ in range(request.get('count', 0))]
    wall, processor = time.perf_counter(), time.process_time()
    reply = {}
    if 'build' in request:
        build(request['build'], lines)
    elif 'open' in request:
        open_folder(request['open'])
    else:
        reply['ids'] = search(request['search'], request['limit'])
    reply['wall'] = 1000 * (time.perf_counter() - wall)
    reply['cpu'] = 1000 * (time.process_time() - processor)
    print(json.dumps(reply), flush=True)
