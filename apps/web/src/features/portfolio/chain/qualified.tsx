import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import classes from './chain.module.css'

/** Verdict on a call as the rule reads, with its reason in one sentence. */
interface Qualification {
  readonly qualified: boolean | null
  readonly qualifiedReason: string
}

const verdicts = {
  true: { word: 'Yes', title: 'Qualified covered call', icon: IconCheck, tone: 'good' },
  false: { word: 'No', title: 'Not a qualified covered call', icon: IconX, tone: 'plain' },
  null: { word: 'Unknown', title: 'Qualified or not: unknown', icon: IconQuestionMark, tone: 'plain' },
} as const

export const nameQualified = (qualified: boolean | null): string => verdicts[`${qualified}`].word

export const QUALIFIED_NOTE = 'Qualified covered calls as the rule, Section 1092(c)(4), reads; not advice.'

/** The verdict on a call; opening it shows the reason. */
export function QualifiedDetails({ qualified, qualifiedReason }: Qualification) {
  const { title, icon: Icon, tone } = verdicts[`${qualified}`]
  return (
    <details className={classes.qualified}>
      <summary>
        <Icon size={14} stroke={1.6} aria-hidden="true" data-tone={tone} /> {title}
      </summary>
      {qualifiedReason}
    </details>
  )
}
