import { listen, runProcess } from '@callwright/service'
import { buildApp } from './app.ts'
import { readMarketDataConfig } from './config.ts'

await runProcess(async () => {
  const { app, runtime } = await buildApp(readMarketDataConfig(process.env))
  await listen(app, runtime)
  await runtime.startOps()
  return runtime
})
