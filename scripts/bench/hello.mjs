/**
 * Baseline of the serving benchmark: a server built like the services (request ids, log lines, metrics, error handling)
 * that returns one constant for any path.
 */
import { baseReaders, buildHttpApp, createRuntime, listen, readConfig, runProcess } from '@callwright/service'

const answer = { hello: 'world' }

await runProcess(async () => {
  const config = readConfig(process.env, baseReaders({ port: 0, opsPort: 0 }))
  const runtime = createRuntime(config, 'hello')
  const app = buildHttpApp(runtime)
  app.get('/*', () => answer)
  await listen(app, runtime)
  await runtime.startOps()
  return runtime
})
