/**
 * Baseline of the serving benchmark: `node scripts/lib/bench-hello.mjs [bare]` starts a server that returns one
 * constant for any path. The server is built like the services (request ids, log lines, metrics, error handling), or
 * with `bare` as a plain Fastify instance. Both have an ops port that reports their CPU time.
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
