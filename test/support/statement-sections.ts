/** Sections as a model reads them, of the documentation of `ask` and of a queue. */
export const SECTIONS: Readonly<Record<string, string>> = {
  '/retries/': `Retries › Backoff
The wait doubles after each failure, from 2 seconds up to 10 minutes. The default of \`retry.max\` is 5. After that the job goes to the
dead letter queue, where it is kept for 14 days. Set \`retry.jitter\` to \`false\` to turn off the random part, which is 25 %. A job of more
than 256 KiB is refused with status 413. Use \`queuectl drain --dead-letter\` to empty the queue, or \`POST /api/v2/queues/{name}/drain\`.`,
  '/answers/#all-settings': `Answers › All settings
| variable | option of \`createAsk\` | meaning |
|---|---|---|
| \`LLM_MAX_TOKENS\` | \`model.maxTokens\` | tokens of one reply, thinking included; default 4,096 |
| \`LLM_FIRST_BYTE_MS\` | \`model.firstByteMs\` | longest wait for the first byte of a reply; default 60,000, or 180,000 for a server on the same machine |
| \`LLM_IDLE_MS\` | \`model.idleMs\` | longest pause within a reply; default 45,000 |
| \`LLM_DEADLINE_MS\` | \`model.deadlineMs\` | longest time of a whole answer; default 120,000 |
| \`LLM_RETRIES\` | \`model.retries\` | further attempts after a temporary failure; default 2 |`,
  '/answers/#limits': `Answers › Limits
| limit of one answer | default | option |
|---|---|---|
| requests to the model | 6 | \`limits.answer.maxSteps\` |
| tool calls in total | 10 | \`limits.answer.maxCalls\` |
| tool calls in one step | 4 | \`limits.answer.maxCallsPerStep\` |
| time | 120 s | \`limits.answer.timeoutMs\` |

Behind proxies set \`trustedProxies\`; otherwise all readers are one client. A client is an IPv4 address or an IPv6 /64 network.`,
  '/vendoring/': `Vendoring › Write a copy
It needs Node 22.18 or newer, which runs its TypeScript.

\`\`\`console
$ node bin/vendor.js ../site/vendor/ask --with reader,store
$ sha256sum --check --quiet SHA256SUMS
\`\`\`

\`ask.spdx.json\` lists the files as an SPDX 2.3 document (ISO/IEC 5962). Files that are no longer part of the copy are removed.`,
  '/serve/': `Command line › ask serve
\`ask serve ./docs --port 8080\` serves a folder. \`--host\` is \`127.0.0.1\` by default, \`--port\` is 8787. With \`--watch\` pages reload within
half a second. Metrics are at \`http://127.0.0.1:9464/metrics\`. Set \`"basePath": "/help"\` in \`ask.json\`, version 0.3.0 or later. The file
\`.service/kg.json\` is committed.`,
  '/output/': `Output › Options
| kind of output | package |
|---|---|
| Build logs | \`queue-logs\` |
| Crash dumps | \`queue-dumps\` |

- \`--level\`: \`error\`, \`warning\` or \`hint\`. Defaults to \`hint\`.
- \`--keep\`: files that are kept, 12
- \`--rotate\`: files that are written, 34

The option \`cache.age\` is a number of seconds. Lists are in data/lists/ by \`/^\\/(.*)$/\`.`,
  '/breaker/': `Circuit breaker › Options
| Field | Description | Default |
|---|---|---|
| [\`checkPeriod\`](/breaker/#check) | The interval between two checks. | 100ms |
| [\`recovery\`](/breaker/#recovery) | The time for which it tries to recover. It holds a slot for 7 s. | 10s |
| [\`log.level\`](/breaker/#level) | Its level: \`TRACE\`, \`INFO\` or \`ERROR\`. | ERROR |

- [\`limit\`](/breaker/#limit): 21 requests

- [\`burst\`](/breaker/#burst): 22 requests

\`\`\`yaml
checks:
  path: /status
  interval: 12s
  timeout: 3s
\`\`\`

\`\`\`js
schema({ host: text({ length: 63, fallback: "localhost" }), port: number({ fallback: 6379 }) })
\`\`\`

Its \`bail\` is \`{ stack: false, diff: true, depth: 40 }\`. Connecting may take 60_000 ms, \`->block(5)\` waits 5 seconds. A body has at most
\`5 * 1024 * 1024\` bytes.`,
  '/client/': `Client › Queues
You can purge a queue from a handler. The default of \`isStrict\` is \`false\`.
Default: \`{ tag: "all", isLoud: false }\`. The size is 40 by default. It may be 60.

\`\`\`ts
export async function handle(context) {
  const jobs = await context.queue.drain({ tag: 'a' })
  return jobs.map((job) => job.id)
}
\`\`\``,
  '/pause/': 'Queues › Pause\nPaused by default. A queue is `true` or `false` there.',
  '/batch/': `Queues › Batch
| Option | Type | Default |
|---|---|---|
| \`cookie.sameSite\` | \`'Strict'\` or \`'Lax'\` | \`'Strict'\` |

Set \`waitFor\`, a delay in milliseconds, as in \`--wait-for=700\`. A batch has at most \`100 * 1024\` bytes. It runs in \`chrome111\` and writes
\`<style media="print">\`.

\`\`\`yaml
tls_server:
  cert_file: a.crt
\`\`\``,
  '/jobs/': `Jobs › Schedules
| call | runs |
|---|---|
| \`daily();\` | every day at 00:00 |
| \`weekly();\` | on Sunday at 06:30 |

The first retry waits 1 s, the second 5 s and the third 10 s. Keep \`room\` at three times \`batch\`, which is 2,000. Caches are in
\`$HOME/.cache/queue\`. The \`job:clear-lock\` command clears the lock. A metric named \`x\` has \`x_bucket\` and \`x_sum\`. Ports are
32768-60999, the screen is 414x896. Queues began in 2015, jobs came in 2019. Logs are kept for \`14\`, a number of days. An interval is given
as in \`--every=15000\`, which are 15 seconds.

\`\`\`sh
$ queuectl status
$ queuectl scale my-app 2
npx @queue/migrate start ./src
docker pull images.queue.dev/queue/agent:latest
curl "$QUEUE/api/jobs/list"
\`\`\`

\`\`\`php
Queue::push($job);
Queue::later(10, $job);
\`\`\``,
  '/workers/': `Workers › Setup
Start it with \`worker run --timeout=<ms>\`, after 1m30s it ends. The default of \`worker.load\` is 0.85, errors of status 5xx are sent again, and a
worker needs Node ^20.19.0. Kubernetes v1.31 is supported, the disk has 93.75 MB/s. The file is \`~/.config/worker/worker.toml\`, the webhook
\`/api/webhook\`. A thumbnail is kept for 60 * 60 * 24 seconds by \`cache-control: s-maxage=1\`. A dump takes 512MB, logs are cut once an hour.

Its \`--readers\` (20 by default) and \`--writers\` (11 by default) are threads. The mode is 'strict' by default. It may be 'loose'.

| Cloud | vCPUs | Load |
|---|---|---|
| GCE | 16 | 600 |
| AWS | 32 | 900 |

| Key | Default | Meaning |
|---|---|---|
| \`panel\` | \`true\` | a panel |
| \`menu\` | \`false\` | a menu |
| \`E_TYPE\` | 415 | wrong type, status of the request |
| \`E_DATA\` | 422 | wrong data |
| \`--http-port\`, \`-H\` | 3500 | a port |
| \`--grpc-port\`, \`-G\` | 50001 | another |
| \`--inner-port\`, \`-I\` | 50002 | another |

Buckets are \`0.5,1,10,60,600,inf\`. A worker takes 5 MB. \`sleep(1)\` waits, \`p(N)\` is a share. Set \`worker.mode = 'fast'\`, or \`Path('a', 'b')\`. The
tag is \`k_native_histograms\`. Install \`@queue/cli\`. Dumps are kept for three months. Write \`<Bar :height :wide />\`.

- \`full\`: stops the queue. The default is 0.95.
- \`nearFull\`: warns. The default is 0.8.

\`\`\`ts
interface Options { lazy?: { isOn: boolean } }
const view = thumbnail.useView()
thumbnail.runOnlyDueJobs()
import { serve } from '@queue/server/http'
\`\`\``,
  '/hook-timeout/': 'Settings › hookTimeout\nThe time for a hook, 10,000 ms. It runs once, checked each 0.125 s. The pulse is given in microseconds: 250',
  '/test-timeout/': 'Settings › testTimeout\nThe time for a test, 5,000 ms.',
  '/targets/': `Targets › Build
By default, the builder listens on port **8123**. Change it with \`--bind\`:

\`\`\`sh
builder serve --bind=3123
curl "$BUILDER/indexes/films/search"
\`\`\`

Builds are made by default with 4 threads.

| OS | Machine | Target |
|---|---|---|
| Linux | x86 | \`x86-linux-gnu\` |
| Linux | ARM | \`arm-linux-gnu\` |

- \`mix\`: how results are mixed.
  - \`share\`: 1 is all of one kind, 77 all of the other.
- \`tags\`: \`<em>\` around matches.`,
  '/gate/': `Gate › Limits
The gate opens after one full second. It speaks TLSv1.3 and needs libgate 1.10.0. Its certificate is valid for 3650 days, the prefix of a network has
64 bits. The default number of voters is three. The gate has the commands \`open\` and \`close\`. Its \`queue\` has a \`depth: number\`.

- \`/healthz\` that returns 200
- \`/\` that returns 404
- **pile-height:** How high a pile is. Defaults to \`7\`.
- **pile-depth:** How deep it is. Defaults to \`6\`.

The oldest supported version of a lock is 6.8. It may be rusty. Round locks need at least version 5.17.`,
  '/hold/': `Gate › Hold
- **Key:** \`gate.hold-default\`
- **Default:** \`60s\`

\`\`\`yaml
gate:
  hold: "40s"
  hold-default: "200s"
\`\`\``,
  '/gate/layout/': `Gate › Layout
A new gate is called \`{gate}-n{number}\`. Its reload address is \`POST /load\` on port 2019, so \`gate reload\` works with curl.

\`\`\`text
my-gate
├── gate.toml
├── src
│   └── locks
│       └── iron.lock
└── tests
    └── open.test
\`\`\`

| Key | Meaning | Default |
|---|---|---|
| \`gate.room\` | The most that it holds in memory. | \`32k\` |
| \`gate.height\` | Its height, from 512 to 2048. | **low** |
| \`gate.weight\` or less | The weight of a gate that is doubled (\`2\`). | 4096 |

| Code | Meaning |
|---|---|
| \`0\` | It is open. |
| \`2\` | It was forced to end. |
| \`3\` | Some errors came at the cleanup of its locks. |

Only gates that are seven days old count. Allowed are \`>=1.0.0 <2.0.0\`.`,
  '/orders/idle/': `Orders › Rules › Idle time
An order that is idle for more than this many seconds is closed. Default: 700

It is sent 4 times within 50 seconds. The wave is zero by default. Give the list as \`order-file\`. \`GET /orders/:id/items\` has its items.
A line has 10 Mbit/s. \`GET /_orders/hot_items\` lists what is hot.

\`\`\`sh
HOST=0.0.0.0 PORT=4000 orders listen
\`\`\`

\`\`\`js
shelf.takeAll({ "orders.rules.idle.wait": 3 })
\`\`\`

\`\`\`yaml
rules:
  base: /orders
# The style is plain, wide or dense.
[ style: <string> | default = plain ]
\`\`\``,
  '/pool/size/': `Pool › Size
How many workers it has.

Defaults to 8:

\`\`\`yaml
  pool_size: 30
\`\`\`

- \`-w\` or \`--width <number>\`: defaults to 2.
- \`--mode\`: \`wide\`, \`tall\`

\`[pool]\` has all of it. Numbers refer to milliseconds. Its certificate is made by \`poolctl cert --days 3650\`, valid for 3650 days.
Serve it with \`poolctl serve one --fast -gzip\` and set \`poolctl limit one max-size 20m\`; ask \`pool.full?\` or \`empty?\`. Its site is
\`https://one.pools.dev/status\`.

| Key | Default |
|---|---|
| \`isLazy\` | \`true\` |
| \`isFast\` | \`false\` |

A key may send 600 requests per hour. A body has at most 1GB (\`max_body: 40_000_000\`). Run \`pool stop --message "Back soon"\`.
\`:3000\` is \`http://localhost:3000\`, and \`X-Pool-Size: 3\` is sent.

\`\`\`go
import "pools.dev/go/pool/v3"
pool.New(pool.Config{ KeepAlive: true })
id := pool.WorkerID(c)
\`\`\`

\`\`\`python
from pool.commands import send_stop
\`\`\``,
}
