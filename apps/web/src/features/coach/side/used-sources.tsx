import type { ChatSource } from '@callwright/contracts'
import { capitalize } from '../../../shared/format/words.ts'
import { coachWords, nameTool } from '../coach-words.ts'
import type { ShownMessage } from '../conversation.ts'
import classes from './side.module.css'

const words = coachWords.side

/** Data sources used in the conversation, each listed once with its latest row count. */
export function UsedSources({ messages }: { readonly messages: readonly ShownMessage[] }) {
  const used = listUsed(messages.flatMap(({ sources }) => sources))
  return (
    <section className={classes.part} aria-label={words.used}>
      <h2>{words.used}</h2>
      {used.length === 0 && <p>{words.nothing}</p>}
      <ul>
        {used.map(({ name, rows }) => (
          <li key={name}>
            <span>{name}</span>
            {rows !== null && <span className={classes.count}>{coachWords.sources.rows(rows)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function listUsed(sources: readonly ChatSource[]) {
  const rowsByName = new Map<string, number | null>()
  for (const { tool, args, outcome, rows } of sources) {
    const symbol = typeof args.symbol === 'string' ? ` ${args.symbol}` : ''
    if (outcome === 'ok') rowsByName.set(capitalize(nameTool(tool)) + symbol, rows)
  }
  return [...rowsByName].map(([name, rows]) => ({ name, rows }))
}
