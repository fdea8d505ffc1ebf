/**
 * `npm run coach:doctor`: asks the model provider that is configured for the coach whether it answers, knows the model,
 * calls a tool and keeps to the figures of it. Ends with 1 when something does not work; without a provider there is
 * nothing to ask.
 */
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { inRoot } from './lib/root.mjs'

async function main() {
  await prepare(
    createReport(1, (text) => process.stderr.write(text)),
    checkPackages,
  )
  onOrphaned(() => process.exit(130))
  const source = (...path) => import(inRoot('services', 'coach', 'src', ...path))
  const [{ readProviderConfig }, { examine }] = await Promise.all([
    source('config.ts'),
    source('doctor', 'run-doctor.ts'),
  ])
  const provider = readProviderConfig(process.env)
  if (provider === null) {
    process.stdout.write('No provider is set (OPENAI_API_KEY or OPENAI_BASE_URL): the offline coach answers.\n')
    return
  }
  const findings = await examine(provider)
  for (const { check, isOk, detail } of findings)
    process.stdout.write(`${isOk ? 'ok  ' : 'FAIL'}  ${check}: ${detail}\n`)
  process.exitCode = findings.every(({ isOk }) => isOk) ? 0 : 1
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
