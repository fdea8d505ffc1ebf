/**
 * `npm run coach:doctor` checks whether the coach's model provider responds, knows the model, calls a tool and uses the
 * tool's figures. Exits with 1 if a check fails. Without a configured provider, there is nothing to check.
 */
import { loadSettings } from './lib/env-file.mjs'
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { inRoot } from './lib/tool.mjs'

async function main() {
  loadSettings()
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
    process.stdout.write(
      'No model provider is configured (OPENAI_API_KEY or OPENAI_BASE_URL). The coach runs offline.\n',
    )
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
