/**
 * `npm run bench:scoring`: times of the kernels in nanoseconds and in `u`, the time of one Math.exp. Prints a Markdown
 * table, or `{"rows":[{"name","ns","u","ratio"}]}` with `--json`. `--only K1,K6` runs some kernels.
 * Exits with 1 if a row misses its goal by more than 15% on the minimum, twice, if results are wrong or a kernel throws;
 * with 2 on unknown arguments.
 */
import { availableParallelism, cpus } from 'node:os'
import { KERNELS, openBench } from './kernels.ts'
import { readBenchOptions } from './options.ts'
import { failed, toJson, toMarkdown } from './report.ts'
import { runKernels } from './run.ts'

async function bench(): Promise<number> {
  const options = readBenchOptions(process.argv.slice(2))
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`)
    return 2
  }
  const { unit, rows } = await runKernels(options.keys, KERNELS, openBench())
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}, u = ${unit.minimum.toFixed(2)} ns.`
  process.stdout.write(options.json ? toJson(rows) : toMarkdown(rows, machine))
  for (const { name, verdict, note } of failed(rows)) process.stderr.write(`${verdict}: ${name}. ${note}\n`)
  return failed(rows).length > 0 ? 1 : 0
}

process.exitCode = await bench()
