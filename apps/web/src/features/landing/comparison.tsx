import classes from './comparison.module.css'
import { comparison } from './landing-content.ts'
import layout from './parts.module.css'
import { SampleMark } from './parts.tsx'

export function Comparison({ hidesSamples }: { readonly hidesSamples: boolean }) {
  const { columns, footnotes, caption, title } = comparison
  const rows = comparison.rows.filter(({ sample }) => !(hidesSamples && sample))
  return (
    <section className={`${layout.wrap} ${layout.section}`} id="compare" aria-labelledby="compare-title">
      <h2 className={layout.title} id="compare-title">
        {title}
      </h2>
      {!hidesSamples && <SampleMark />}
      <table className={classes.table}>
        <caption className={layout.spoken}>{caption}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{columns.funds}</th>
            <th scope="col" className={classes.ours}>
              {columns.ours}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, funds, ours, footnote }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{funds}</td>
              <td className={classes.ours}>
                {ours}
                {footnote !== undefined && <Reference number={footnote} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!hidesSamples && (
        <ol className={classes.footnotes}>
          {footnotes.map((text, index) => (
            <li key={text} className={layout.fine} id={`footnote-${index + 1}`}>
              {text}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Reference({ number }: { readonly number: number }) {
  return (
    <sup>
      <a className={classes.reference} href={`#footnote-${number}`} aria-label={comparison.footnote(number)}>
        {number}
      </a>
    </sup>
  )
}
