import { listen, runProcess } from '@callwright/service'
import { buildApp } from './app.ts'
import { readCoachConfig } from './config.ts'

await runProcess(async () => {
  const { app, runtime } = await buildApp(readCoachConfig(process.env))
  await listen(app, runtime)
  await runtime.startOps()
  return runtime
})
