import { usePrinting } from '../use-printing.ts'
import type { ExportFact } from './export-facts.ts'
import classes from './printed-facts.module.css'

/** Facts about the figures below, shown only in print. */
export function PrintedFacts({ listFacts }: { readonly listFacts: () => readonly ExportFact[] }) {
  const printing = usePrinting()
  if (!printing) return null
  return (
    <dl className={classes.facts}>
      {listFacts().map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
