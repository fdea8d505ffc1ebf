import { listen, runProcess } from '@callwright/service'
import { buildApp } from './app.ts'
import { readAuthConfig } from './config.ts'

await runProcess(async () => {
  const { app, runtime } = await buildApp(readAuthConfig(process.env))
  await listen(app, runtime)
  await runtime.startOps()
  return runtime
})
