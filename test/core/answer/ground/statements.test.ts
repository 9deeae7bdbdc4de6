import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrounding } from '../../../../src/core/answer/ground/ground.ts'
import { unsupportedStatements } from '../../../../src/core/answer/ground/statements.ts'
import { readUnits } from '../../../../src/core/answer/ground/units.ts'
import { groundingSources } from '../../../support/grounding-sources.ts'
import { SECTIONS } from '../../../support/statement-sections.ts'

const URLS = Object.keys(SECTIONS)

/** Statements without support; `[1]` to `[20]` cite the sections. */
function missing(answer: string, question = 'How does it work?'): readonly string[] {
  const grounding = createGrounding(groundingSources(URLS, (address) => Object.values(SECTIONS).some((text) => text.includes(address))))
  grounding.push(answer)
  grounding.end()
  const textOf = (source: number) => SECTIONS[URLS[source - 1] ?? ''] ?? ''
  return unsupportedStatements(readUnits(grounding.report(), (text) => text), { question, textOf, texts: () => Object.values(SECTIONS) })
}

/** Each false in one thing: a number, a unit, a row, a flag, a path, a default, a version, a name, an address. */
const FALSE: readonly (readonly [answer: string, statement: string])[] = [
  ['`pool_size` is 30 by default [20].', '30'],
  ['Numbers refer to seconds [20].', 'seconds'],
  ['`isLazy` is `false` [20].', 'false'],
  ['Serve it [20]:\n\n```sh\npoolctl serve one --zip\n```', '--zip'],
  ['Send it [20]:\n\n```sh\ncurl -H "X-Pool-Debug: true" http://localhost:3000\n```', 'X-Pool-Debug'],
  ['Import it [20]:\n\n```go\nimport "pools.dev/go/pool/v2"\n```', 'pools.dev/go/pool/v2'],
  ['Keep it [20]:\n\n```go\npool.New(pool.Config{\n\tKeepBusy: true,\n})\n```', 'KeepBusy'],
  ['Get it [20]:\n\n```go\nid := pool.GetID(c)\n```', 'pool.GetID'],
  ['Stop it [20]:\n\n```python\nfrom pool.commands import send_pause\n```', 'send_pause'],
  ['The pulse is given in seconds [13].', 'seconds'],
  ['A pulse takes 250 nanoseconds [13].', '250 nanoseconds'],
  ['A line has 10 MB/s [19].', '10 MB'],
  ['Set it [19]:\n\n```json\n{ "orders.rules.idle.hold": 3 }\n```', 'orders.rules.idle.hold'],
  ['Ask for them [19]:\n\n```\nGET /_orders/busy_items\n```', '/_orders/busy_items'],
  ['Take them [19]:\n\n```js\nshelf.takeTwice()\n```', 'shelf.takeTwice'],
  ['`/` returns 200 [16].', '200'],
  ['An idle order is closed after 700 minutes [19].', '700 minutes'],
  ['It is sent 50 times [19].', '50 times'],
  ['The style is `wide` unless you set it [19].', 'wide'],
  ['Send it [19]:\n\n```php\nOrder::all()\n    ->sendTwice();\n```', 'sendTwice'],
  ['They are at `/orders/4711/notes` [19].', '/orders/4711/notes'],
  ['Turn it on [19]:\n\n```kotlin\ninstall(Orders) {\n    sendAlways()\n}\n```', 'sendAlways'],
  ['It takes 2 × 5 × 700 = 7,500 seconds [19].', '7,500 seconds'],
  ['Der Hook endet nach 20.000 ms [13].', '20.000 ms'],
  ['A hook ends after 125 s [13].', '125 s'],
  ['A hook runs at most 11 times [13].', '11 times'],
  ['There are 2 voters by default [16].', '2'],
  ['Run `gate shut` [16].', 'gate shut'],
  ['By default, the gate of IPv4 has 2 voters [16].', '2'],
  ['The gate is held for 40 seconds by default [17].', '40 seconds'],
  ['Standardmäßig ist das Tor für 40 s offen [17].', '40 s'],
  ['The default time to hold it is 200 s [17].', '200 s'],
  ['`pile-height` is 6 by default [16].', '6'],
  ['The oldest supported version of a lock is 5.17 [16].', '5.17'],
  ['The longest pause within a reply is 120,000, and `LLM_IDLE_MS` changes that [2].', '120,000'],
  ['By default `builder serve` listens on port 3123 [15].', '3123'],
  ['It runs up to 8 threads at once by default [15].', '8'],
  ['Run `builder watch a@b` to build again [15].', 'builder watch a@b'],
  ['For Linux on ARM it is `x86-linux-gnu` [15].', 'x86-linux-gnu'],
  ['Set `loudness: true` [15].', 'loudness: true'],
  ['The wait begins with 3 seconds [1].', '3 seconds'],
  ['The default of `retry.max` is 60 [1].', '60'],
  ['A job of more than 256 MB is refused [1].', '256 MB'],
  ['Set `retry.min` to raise it [1].', 'retry.min'],
  ['Run `queuectl drain --all` [1].', 'queuectl drain --all'],
  ['Send `POST /api/v2/queues/{name}/purge` [1].', 'POST /api/v2/queues/{name}/purge'],
  ['`LLM_IDLE_MS` is 60,000 by default [2].', '60,000'],
  ['`LLM_MAX_TOKENS` (`model.retries`) is the limit of a reply [2].', 'model.retries'],
  ['The default of `LLM_DEADLINE_MS` is 45,000, that of `LLM_IDLE_MS` is 120,000 [2].', '45,000'],
  ['2 is the default of `LLM_MAX_TOKENS` [2].', '2'],
  ['Set `LLM_TEMPERATURE` [2].', 'LLM_TEMPERATURE'],
  ['`limits.answer.maxCalls` is 6 [3].', '6'],
  ['A client is an IPv6 /48 network [3].', '/48'],
  ['It needs Node v20.19 [4].', 'v20.19'],
  ['The port is 8080 by default, see bin/serve.js [5].', 'bin/serve.js'],
  ['Metrics are at `http://127.0.0.1:9090/metrics` [5].', 'http://127.0.0.1:9090/metrics'],
  ['Use version 0.4.0 or later [5].', '0.4.0'],
  ['Serve a folder [5]:\n\n```sh\nask serve ./docs --listen 8080\n```', '--listen'],
  ['Ask for metrics [5]:\n\n```sh\ncurl http://127.0.0.1:9464/api/v1/metrics\n```', '/api/v1/metrics'],
  ['The defaults [2]:\n\n- `LLM_IDLE_MS`: 45,000\n- `LLM_FIRST_BYTE_MS`: 90,000', '90,000'],
  ['| variable | default |\n|---|---|\n| `LLM_RETRIES` [2] | 3,000 |', '3,000'],
  ['The port is 8787 [1].', '8787'],
  ['`--level` defaults to `error` [6].', 'error'],
  ['The level is `warning` by default [6].', 'warning'],
  ['`--keep` is 34 [6].', '34'],
  ['Give `cache.age` in milliseconds [6].', 'milliseconds'],
  ['For Crash dumps install `queue-logs` [6].', 'queue-logs'],
  ['`checkPeriod` is 10s by default [7].', '10s'],
  ['The default of `log.level` is `INFO` [7].', 'INFO'],
  ['`recovery` is 7 s by default [7].', '7 s'],
  ['`limit` is 22 [7].', '22'],
  ['It checks at an interval of 3s [7].', '3s'],
  ['Set `timeout` to `12s` [7].', '12s'],
  ['`diff` is set to `false` [7].', 'false'],
  ['`retry.max` is 2 by default [1].', '2'],
  ['Connecting may take 60 ms [7].', '60 ms'],
  ['A body has at most 5,242,881 bytes [7].', '5,242,881 bytes'],
  ['`isStrict` is `true` by default [8].', 'true'],
  ['It has `isLoud: true` by default [8].', 'isLoud: true'],
  ['The default size is 60 [8].', '60'],
  ['Purge it [8]:\n\n```ts\nawait context.queue.purge({ tag: "a" })\n```', 'context.queue.purge'],
  ['A batch has at most 1 MB [10].', '1 MB'],
  ['The cookie has `sameSite=Lax` by default [10].', 'sameSite=Lax'],
  ['It runs in Chrome 112 [10].', '112'],
  ['Set `tls_server.key_file` [10].', 'tls_server.key_file'],
  ['It waits for 2 seconds by default [10].\n\n```sh\nbatch --wait-for=2000\n```', '2 seconds'],
  ['`weekly()` runs at 00:00 [11].', '00:00'],
  ['It runs at 7:30 pm on Sunday [11].', '7:30 pm'],
  ['The waits are 1 s, 5 s and 10 s, 17 seconds in all [11].', '17 seconds'],
  ['La primera espera es de veinte segundos [11].', 'veinte segundos'],
  ['Der erste Versuch wartet zwölf Sekunden [11].', 'zwölf Sekunden'],
  ['ログは一週間保存されます [11]。', '一週間'],
  ['See its state [11]:\n\n```sh\nqueuectl health\n```', 'queuectl health'],
  ['Migrate [11]:\n\n```sh\nnpx @queue/upgrade start ./src\n```', '@queue/upgrade'],
  ['Get it [11]:\n\n```sh\ndocker pull images.other.dev/queue/agent:latest\n```', 'images.other.dev'],
  ['List them [11]:\n\n```sh\ncurl "$QUEUE/api/v1/jobs/list"\n```', '/api/v1/jobs/list'],
  ['Push it [11]:\n\n```php\nQueue::pushLater(10, $job);\n```', 'Queue::pushLater'],
  ['Hooks end after 5,000 ms (`hookTimeout`), tests after 5,000 ms (`testTimeout`) [13][14].', '5,000 ms'],
  ['It ends after 2m30s [12].', '2m30s'],
  ['Workers take 75 % of the load [12].', '75 %'],
  ['Errors of status 404 are sent again [12].', '404'],
  ['Kubernetes 1.30 is supported [12].', '1.30'],
  ['The disk has 95 MB/s [12].', '95 MB'],
  ['It warns (`nearFull`) at 95 %, and stops at 80 % (`full`) [12].', '95 %'],
  ['Go to `https://acme.dev/api/hooks` [12].', 'https://acme.dev/api/hooks'],
  ['Set `$env.WORKER_ROOM = 3` [12].', '$env.WORKER_ROOM = 3'],
  ['Install it [12]:\n\n```sh\nnpx worker run --deadline=3\n```', '--deadline'],
  ['There are 20 threads of `--writers`, which is 20 unless you raise it [12].', '20'],
  ['El modo por defecto es `loose` [12].', 'loose'],
  ['On GCE it takes a load of 900 [12].', '900'],
  ['Use `E_DATA`, as the data is wrong. Clients get the status 415 [12].', '415'],
  ['| Key | Default |\n|---|---|\n| `panel` | `false` |\n\n[12]', 'false'],
  ["Serve it [12]:\n\n```ts\nimport { serve } from '@queue/server/http2'\n```", '@queue/server/http2'],
  ['Calls are served on 3500, the other port (`--grpc-port`) on 50002 [12].', '50002'],
  ['Set it [12]:\n\n```python\nqueue.worker.pace = 3\n```', 'worker.pace'],
  ['Install it [12]:\n\n```sh\nnpm install queue-worker-cli\n```', 'queue-worker-cli'],
  ['Set it [12]:\n\n```yaml\nqueue.dev/room: "3"\n```', 'queue.dev/room'],
  ['Call `Paths(\'a\', \'c\')` [12].', 'Paths(\'a\', \'c\')'],
  ['Set `worker.mode = \'slow\'` [12].', 'worker.mode = \'slow\''],
  ['The option tells how old it is, in milliseconds [6].', 'milliseconds'],
  ['Call it [12]:\n\n```python\nrun(worker, is_eager=True)\n```', 'is_eager'],
  ['Edit it [12]:\n\n```sh\nvi /etc/worker/worker.toml\n```', '/etc/worker/worker.toml'],
  ['It is called `{gate}-{number}` [18].', '{gate}-{number}'],
  ['Code `2`: some errors came at the cleanup [18].', '2'],
  ['Die Voreinstellung von `gate.height` ist `high` [18].', 'high'],
  ['| Code | Meaning |\n|---|---|\n| `2` | errors at the cleanup of locks |\n\nAll of them end it [18].', '2'],
  ['Reload it with `curl -X POST http://localhost:2019/reload` [18].', 'curl -X POST http://localhost:2019/reload'],
  ['Set it [18]:\n\n```json\n{ "gateWidth": 3 }\n```', 'gateWidth'],
  ['Set it [18]:\n\n```yaml\ngateLocks:\n  iron: 3\n```', 'gateLocks'],
  ['Set it [18]:\n\n```yaml\nopen_at: morning\n```', 'open_at'],
  ['Set it [18]:\n\n```caddy\ngate {\n\tclose_at night\n}\n```', 'close_at'],
  ['Check it [18]:\n\n```yaml\n- uses: gates/check-action@v2\n```', 'gates/check-action'],
]

/** The same of what the question says. */
const ASKED: readonly (readonly [answer: string, question: string, statement: string])[] = [
  ['Only gates that are 7 hours old count [18].', 'min-age 7', '7 hours'],
  ['`~1` allows `>=1.0.0 <1.1.0` [18].', 'What does ~1 allow?', '>=1.0.0 <1.1.0'],
  ['From 512 to 4096 [18].', 'What may gate.height be?', '4096'],
]

const TRUE: readonly string[] = [
  '`pool_size` is 8 by default [20]. Without `pool_size` it is 8 [20].',
  'Set the width [20]:\n\n- `-w 5` or `--width 5`; the default is 2',
  'Its 600 requests per hour are one every six seconds [20].',
  'Run `pool stop --message "Back at 10:00"` or `poolctl limit <name> max-size 20m` [20].',
  'Set `isLazy` to `false` in `[pool]`, and ask `pool.empty?` [20]. The certificate is valid for 3650 days, ten years [20].',
  'Serve it [20]:\n\n```sh\npoolctl serve one --gzip\n```',
  'Run `ask serve ./docs --port 3111`, then open `http://localhost:3111` [5].',
  'Its modes [20]:\n\n- `wide`\n- `tall`\n\nThe gate has others [16].',
  'Stop it [20]:\n\n```python\nfrom datetime import timedelta\nfrom pool.commands import send_stop\n```',
  'A pulse takes 250 microseconds, that is 0.25 ms or 250,000 ns [13]. A line has 10 Mbit/s, that is 10,000 kbit/s [19].',
  'Run `HOST=127.0.0.1 PORT=8080 orders listen` [19]. The pace triples the 700 seconds to 2,100 seconds [19].',
  'Take them [19]:\n\n```js\nconst path = fs.joinAll(shelf.takeAll())\nshelf.listen(path)\n```',
  'An idle order is closed after 700 seconds [19].',
  'It is sent 4 times within 50 seconds, the wave is 0 by default, and the style is `plain` unless you set it [19].',
  'Its items are at `/orders/4711/items` [19].',
  'Its items [19]:\n\n```js\nfunction showItems(id) {\n  return get(`/orders/${id}/items`)\n}\nshowItems(4711)\n```',
  'Give the list with `--order-file`, e.g. `./lists/mine.csv` [19].',
  'Set `rules.base: /orders` [19].',
  'It takes 2 × 5 × 700 = 7,000 seconds [19].',
  'Run `ask serve ./docs --host mine.test` [5]. `mine.test` is a name of yours.',
  'The lock is in `src/locks/iron.lock`, its test in `my-gate/tests/open.test` [18]. `gate.room` is 32 KB by default [18].',
  'Reload it with `curl -X POST http://localhost:2019/load` [18]. Si `gate.weight` est moins, il est doublé (`2`) [18].',
  'The gate opens after one second, that is 1000 ms [16]. It speaks TLS 1.3 and needs libgate 1.10 [16].',
  'Its certificate is valid for ten years [16]. A network is a /64 [16]. There are 3 voters by default [16].',
  'The gate is held for a minute by default, here for 40 seconds [17]. Par défaut, elle est ouverte pendant 60 s [17].',
  'Run `gate open` [16], `queue.depth` is a number [16]. `/healthz` returns 200, `/` 404 [16].',
  '`pile-height` is 7 by default, `pile-depth` is 6 [16]. Locks are supported from version 6.8 on, round ones from 5.17 [16].',
  'Linux on x86 has `x86-linux-gnu`, on ARM `arm-linux-gnu` [15].',
  'Set `share` to 1 in `mix`; 77 is the other kind, and e.g. 33 is between [15].',
  'Choose other tags than `<em>`, say `<b>` and `</b>` [15].',
  'It starts with 2 seconds and ends at 10 minutes [1].',
  'The wait is at most ten minutes [1].',
  'The default of `retry.max` is 5 [1].',
  'After 5 failures the job goes to the dead letter queue [1].',
  'It stays there for 14 days [1]. That is two weeks [1].',
  'Turn off the random part with `retry.jitter: false` [1].',
  'The random part is 25% of the wait [1].',
  'A job above 256 KiB gets status 413 [1].',
  'Pass --dead-letter to `queuectl drain` [1].',
  'Send `POST /api/v2/queues/{name}/drain` [1].',
  'Der Abstand verdoppelt sich, von 2 Sekunden bis zu 10 Minuten [1].',
  'L’attente double, de 2 secondes à 10 minutes [1].',
  '間隔は2秒から10分まで倍になります [1]。',
  '`LLM_IDLE_MS` is 45,000 by default [2].',
  '`LLM_IDLE_MS` is 45 seconds by default, in ms: 45000 [2].',
  '`model.retries` is 2 by default [2].',
  'A reply has at most 4,096 tokens by default (`LLM_MAX_TOKENS`) [2].',
  'The default of `LLM_DEADLINE_MS` is 120,000, that of `LLM_IDLE_MS` is 45,000 [2].',
  '120,000 for `LLM_DEADLINE_MS` and 45,000 for `LLM_IDLE_MS` [2].',
  '`LLM_FIRST_BYTE_MS` is 60,000, or 180,000 on the same machine [2].',
  '`LLM_IDLE_MS` and `LLM_RETRIES` are 45,000 and 2 [2].',
  'An answer has 6 requests and 10 tool calls [3].',
  'In one step there are 4 tool calls (`limits.answer.maxCallsPerStep`) [3].',
  'It ends after 120 s [3]. Those are 2 minutes [3].',
  'A client is an IPv6 /64 network [3].',
  'The time limit of an answer is `limits.answer.timeoutMs` [3]; that of its first byte is `LLM_FIRST_BYTE_MS` [2].',
  'A copy needs Node.js v22.18 [4].',
  'Write `node bin/vendor.js ../site/vendor/ask` [4].',
  'The list is `ask.spdx.json`, an SPDX 2.3 document [4].',
  'It follows ISO/IEC 5962 [4].',
  'Write a copy [4]:\n\n```sh\nnode bin/vendor.js ../site/vendor/ask --with store\n```',
  'The port is 8787 by default [5].',
  'It listens on `127.0.0.1:8787` unless you set `--host` or `--port` [5].',
  'Serve a folder [5]:\n\n```sh\nask serve ./docs --port 3000\n```',
  'Metrics are at `http://127.0.0.1:9464/metrics` [5].',
  'Set `basePath` to `/help` in `ask.json` [5].',
  'Your port 4000 is taken: give another one with `--port` [5].',
  'You can set:\n\n- `LLM_IDLE_MS`, 45,000 by default [2]\n- `LLM_RETRIES`, 2 by default [2]',
  'The defaults [2]:\n\n- `LLM_IDLE_MS`: 45,000\n- `LLM_FIRST_BYTE_MS`: 60,000',
  '| variable | default |\n|---|---|\n| `LLM_RETRIES` | 2 [2] |\n| `LLM_IDLE_MS` | 45,000 [2] |',
  '> The wait doubles up to 10 minutes [1].',
  'This is step 1 of 3, and there are 4 more things to know.',
  'Both 45,000 and 120,000 are in milliseconds [2].',
  '### Ports\n\nThe port is 8787 [5].',
  'With `--watch`, pages reload within half a second, so you see a change at once [5].',
  '`--level` defaults to `hint`, it can be `error`, `warning` or `hint` [6].',
  'The default of `--level` is `hint` [6]. Set it to `error` for less [6].',
  '`--keep` is 12 and `--rotate` is 34 [6].',
  'The option `cache.age` is given in seconds [6].',
  'The list is at data/lists/. It is short [6].',
  'It matches `/^\\/(.*)$/` [6].',
  'A queue is paused: `true` by default [9].',
  '`checkPeriod` is 100 ms, `recovery` is 10 s and `log.level` is `ERROR` by default [7].',
  '`log.level` may be `TRACE` or `INFO` [7].',
  'It holds a slot for 7 s while it recovers [7].',
  '`/status` is asked every 12 s, with a `timeout` of 3 s [7].',
  'It checks at an interval of 12 seconds, and the path is `/status` [7].',
  '`host` falls back to `localhost`, `port` to 6379 [7].',
  '`stack` is `false`, `diff` is `true` and `depth` is 40 [7].',
  'Connecting may take 60 seconds, 60,000 ms or 60000 ms [7].',
  'A body has at most 5,242,880 bytes [7].',
  'For Crash dumps install `queue-dumps`, for build logs `queue-logs` [6].',
  '`isStrict` is `false` by default [8].',
  'It has `isLoud: false` and `tag: all` by default, and the default size is 40 [8].',
  'Drain it [8]:\n\n```ts\nconst ids = (await context.queue.drain({ tag: "a" })).map(String)\ncontext.queue.toString()\ndocument.body.append(ids)\nmy.own.call(ids)\n```',
  'Set it in the configuration [5]:\n\n```json\n{ "basePath": "/help" }\n```',
  'It waits for 0.7 seconds, `700` milliseconds [10].',
  'A batch has at most 100 kB [10].',
  'The cookie has `sameSite=Strict` by default [10].',
  'It writes `<style>` [10].',
  'Set `tls_server.cert_file` [10].',
  'With `--wait-for=2000` it waits for 2 seconds [10].',
  'Set it to 20 MB [10]:\n\n```js\nmaxSize = 20 * 1024 * 1024\n```',
  '`daily()` runs at midnight, `weekly()` at 6:30 am [11].',
  'The waits are 1 s, 5 s and 10 s, 16 seconds in all [11].',
  'With a `batch` of 2,000, `room` is 6,000, three times as much [11].',
  'Ein Stapel hat 2.000, un lot 2 000 [11].',
  'The cache is `~/.cache/queue`, that is `$HOME/.cache/queue` and `${HOME}/.cache/queue` [11].',
  'Run `queue job:clear-lock` [11].',
  'Ports 32768 to 60999 make about 28,000 [11].',
  'The screen is 414 × 896 [11]. The 27th job waits [11].',
  'Jobs came in 2019, four years after 2015 [11].',
  'Logs are kept for zwei Wochen, deux semaines, two weeks [11].',
  'See its state [11]:\n\n```sh\n$ queuectl status\n```',
  'Ein Hook endet nach 10.000 ms oder 10.000,0 ms, geprüft alle 0,125 s, ein Test nach 5.000 ms [13][14].',
  'Hooks end after 10,000 ms (`hookTimeout`), tests after 5 seconds (`testTimeout`) [13][14].',
  'It ends after 90 seconds, that is 1m30s [12]. The load is 85 % [12].',
  'Errors such as 502 are sent again [12]. It needs Node 20.19 [12]. Kubernetes 1.31 is supported [12].',
  'A dump takes 512,000,000 bytes, `cache-control: s-maxage=1` 86,400 seconds [12].',
  'Logs are cut once an hour [12]. Set `lazy.isOn`, or call `thumbnail.useView()` [12].',
  'Of the `worker` settings, at 80 % it warns (`nearFull`), and at 95 % it stops (`full`) [12].',
  'Run `npx worker run --timeout=2000` [12], and call `https://acme.dev/api/webhook` [12].',
  'The wait is 2 seconds at first [1], and Node must be 20.19 or newer, as workers need it. See how they are set up [12].',
  'Add it to your `package.json` [12]:\n\n```sh\ncargo build --release\ncp /backup/worker.db /var/lib/worker-1\n```',
  'There are 11 threads of `--writers` and 20 of `--readers` [12]. If you do not pass a mode, `strict` is used [12].',
  'On GCE you get 16 vCPUs and a load of 600, on AWS 32 [12]. `E_TYPE` is for a wrong type. Clients get the status 415 [12].',
  '| Key | Default |\n|---|---|\n| `panel` | `true` |\n| `menu` | `false` |\n\n[12]',
  'Calls are served on 3500, the other port (`--grpc-port`) on 50001 [12].',
  '`sleep()` waits, `p(99.9)` is a share [12].',
  'Call `Path(\'Order\', 3)`, or `worker run --timeout=3 cart.js` [12].',
  'Make it [12]:\n\n```python\nclass Order(Path):\n    size: int = 3\n```\n\nThen `Order(size=7)` is one of them [12].',
  'Install it [12]:\n\n```sh\nnpm install --save-dev @queue/cli@2\n```',
  'Dumps are kept for about 90 days [12]. Write `<Bar :height="5" :wide="true" />` [12].',
  'Keep it [12]:\n\n```ts\nconst cart = thumbnail.useView()\n```\n\nThen `cart.size` is 3 [12].',
  'Name it [12]:\n\n```yaml\nname: invoices\n```\n\nThen it is called `invoices` [12].',
]

/** Names and numbers of the reader, in statements that no section has as they are. */
const OWN: readonly (readonly [question: string, answer: string])[] = [
  ['How do I call /health on port 8080?', 'It is `http://localhost:8080/health` [20].'],
  ['Allow 50 MB for two', 'Run `poolctl limit two max-size 50m` [20].'],
  ['Where is the pool blue?', 'It is up [20]:\n\n```sh\ncurl https://blue.pools.dev/status\n```'],
  ['I need bodies of 200 MB', 'Set `max_body: 200_000_000`; its 1GB are five times as much as your 200 MB [20].'],
  ['What are the metrics of shop.orders?', 'They are `shop_orders_bucket` and `shop_orders_sum` [11].'],
  ['Scale the app "shop" to six', 'Run `queuectl scale shop 6` [11].'],
  ['Retry every five minutes', 'Set `--every=300000` [11].'],
  ['What is 512 MiB in bytes?', 'It is 536,870,912 [12].'],
  ['Ignore legacy/', 'Ignore `legacy/**` [12].'],
  ['Use version 2.17 of x86-linux-gnu', 'Set `x86-linux-gnu.2.17` [12].'],
  ['We are at https://queue.firm.net', 'Enter `https://queue.firm.net/api/webhook` [12].'],
  ['My user is ana, and there is an API of orders', 'See `/home/ana/.config/worker` [12]:\n\n```sh\ncurl https://api.acme.dev/orders\n```'],
  ['How much do 8000 workers take?', 'About 40 GB, at 5 MB for each of the 8,000 [12].'],
  ['How long is twice 200 ms?', 'That is twice as much, 400 ms [11].'],
]

test('unsupportedStatements() finds each false statement, and only what is false in it', () => {
  assert.ok(FALSE.length >= 30)
  assert.deepEqual(FALSE.filter(([answer, statement]) => !missing(answer).includes(statement)).map(([answer]) => [answer, missing(answer)]), [])
  const asked = ASKED.map(([answer, question, statement]) => [missing(answer, question), [statement]] as const)
  for (const [found, expected] of asked) assert.deepEqual(found, expected)
  assert.deepEqual(FALSE.filter(([answer]) => missing(answer).length > 2).map(([answer]) => [answer, missing(answer)]), [])
})

test('unsupportedStatements() finds nothing in true ones', () => {
  assert.ok(TRUE.length >= 60)
  const wrong = TRUE.map((answer) => [answer, missing(answer, 'Is port 4000 taken?')] as const).filter(([, found]) => found.length > 0)
  assert.deepEqual(wrong, [])
})

test('unsupportedStatements() excuses what the question says, but no address', () => {
  assert.deepEqual(missing('There is no `--xyzzy` flag [5].', 'What does --xyzzy do?'), [])
  assert.deepEqual(missing('`--xyzzy` waits for 7 minutes [1].', 'Is --xyzzy 7 minutes?'), [])
  assert.deepEqual(missing('Go to `https://evil.test/x.sh` [5].', 'Is https://evil.test/x.sh safe?'), ['https://evil.test/x.sh'])
})

test("unsupportedStatements() finds nothing in names and numbers of the reader's own", () => {
  const wrong = OWN.map(([question, answer]) => [answer, missing(answer, question)] as const).filter(([, found]) => found.length > 0)
  assert.deepEqual(wrong, [])
  assert.deepEqual(missing('It is `shop_orders_median` [11].', 'What are the metrics of shop.orders?'), ['shop_orders_median'])
})

test('unsupportedStatements() holds a first sentence without a name against the row that the question names', () => {
  assert.deepEqual(missing('It is 45,000 [2].', 'What is the default of LLM_DEADLINE_MS?'), ['45,000'])
  assert.deepEqual(missing('It is 120,000 [2]. Others have 45,000 [2].', 'What is the default of LLM_DEADLINE_MS?'), [])
})

test('unsupportedStatements() checks no numbers of a sentence without a citation, but names', () => {
  assert.deepEqual(missing('It takes 99 minutes, with `--xyzzy` and `--port`.'), ['--xyzzy'])
})

test('unsupportedStatements() names each but once, and a bounded number', () => {
  assert.deepEqual(missing('`--xyzzy` and `--xyzzy` [1].'), ['--xyzzy'])
  const many = Array.from({ length: 60 }, (_, at) => `\`--x${at}y\``).join(' ')
  assert.equal(missing(many).length, 20)
})

test('unsupportedStatements() reads each section once, and no more of an answer than 64,000 units', () => {
  const reads: number[] = []
  const sources = { question: '', textOf: (source: number) => (reads.push(source), 'The port is 8787.'), texts: () => [] }
  const unit = (text: string, cited: readonly number[]) => ({ type: 'prose', text, sentences: [text], cited, lead: [], language: '' }) as const
  const units = [unit('Port 8787.', [1, 2]), unit('It is 8787.', [2, 1, 2]), unit('Port 8787.', [2])]
  assert.deepEqual(unsupportedStatements({ units, spans: [] }, sources), [])
  assert.deepEqual(reads, [1, 2])
  const long = unit(`${' '.repeat(63_999)}4000`, [1])
  assert.deepEqual(unsupportedStatements({ units: [long, unit('Port 5000.', [1])], spans: [] }, sources), [])
  assert.deepEqual(unsupportedStatements({ units: [unit(`${' '.repeat(63_990)}4000`, [1])], spans: [] }, sources), ['4000'])
})
