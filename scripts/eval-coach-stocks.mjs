/** `npm run eval:coach-stocks` asks the offline coach about every stock of the simulated market and counts the answers. */
import { askEveryStock } from '../services/coach/eval/ask-stocks.ts'
import { listLargeCaps } from '../services/market-data/src/providers/large-cap-names.ts'

const tallies = await askEveryStock(listLargeCaps(), true)
for (const { form, stocks, right, asked, wrong } of tallies) {
  process.stdout.write(
    `${form}: ${right} of ${stocks} answered correctly, ${asked} clarifying questions, ${wrong.length} wrong\n`,
  )
  for (const line of wrong) process.stdout.write(`- ${line}\n`)
}
process.exitCode = tallies.some(({ wrong }) => wrong.length > 0) ? 1 : 0
