/**
 * What the serving benchmark measures its rows against: `node scripts/lib/bench-hello.mjs [bare]` answers one constant at
 * any path. Without `bare` it is built as the services are (request ids, log lines, metrics, error handling), with `bare`
 * it is a Fastify instance and nothing else; both have the operations port that tells their CPU time.
 */
import { baseReaders, buildHttpApp, createRuntime, listen, readConfig, runProcess } from '@callwright/service'
import Fastify from 'fastify'

const answer = { hello: 'world' }

function buildBareApp(runtime) {
  const app = Fastify()
  runtime.onClose('http', () => app.close(), 'front')
  return app
}

await runProcess(async () => {
  const config = readConfig(process.env, baseReaders({ port: 0, opsPort: 0 }))
  const runtime = createRuntime(config, 'hello')
  const app = process.argv[2] === 'bare' ? buildBareApp(runtime) : buildHttpApp(runtime)
  app.get('/*', () => answer)
  await listen(app, runtime)
  await runtime.startOps()
  return runtime
})
