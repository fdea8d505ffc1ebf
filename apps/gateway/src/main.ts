import { listen, readConfig, runProcess } from '@callwright/service'
import { buildApp } from './app.ts'
import { gatewayReaders } from './config.ts'

await runProcess(async () => {
  const { app, runtime, ops } = await buildApp(readConfig(process.env, gatewayReaders))
  await listen(app, runtime)
  await runtime.startOps()
  ops.start()
  return runtime
})
