import { AppError } from '@callwright/service'
import { OperatorError, runOperatorCommand } from './accounts/operator.ts'
import { openOperatorAccounts } from './app.ts'
import { readAuthConfig } from './config.ts'

// `npm run users` runs this with the environment of the auth service.
const { deps, close } = openOperatorAccounts(readAuthConfig(process.env))
try {
  const lines = await runOperatorCommand(process.argv.slice(2), deps)
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  if (!(error instanceof OperatorError || error instanceof AppError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await close()
}
