import { runProcess } from '@callwright/service'
import { readWorkerConfig } from './config.ts'
import { startWorker } from './worker-app.ts'

await runProcess(() => startWorker(readWorkerConfig(process.env)))
