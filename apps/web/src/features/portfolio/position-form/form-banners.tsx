import { Button } from '@mantine/core'
import { commonWords } from '../../../shared/common-words.ts'
import { Banner } from '../../../shared/ui/banner.tsx'
import type { EntryAnswer, EntryQuestion } from './entry-questions.ts'
import type { PositionFormState } from './form-fields.tsx'
import { formWords as words } from './form-words.ts'
import { fieldLabels, fieldNames, isMissing } from './position-fields.ts'
import classes from './position-form.module.css'
import type { ListedCalls } from './use-listed-calls.ts'
import type { FormKind } from './use-position-form.ts'

interface FormBannersProps {
  readonly kind: FormKind
  readonly form: PositionFormState
  /** Why saving failed. */
  readonly failure: string | null
  readonly listed: ListedCalls
  /** Question to answer before saving. */
  readonly question: EntryQuestion | null
  readonly onAnswer: (question: EntryQuestion, answer: EntryAnswer) => void
}

/** Errors and questions, shown above the fields. */
export function FormBanners({ kind, form, failure, listed: { failed, retry }, question, onAnswer }: FormBannersProps) {
  return (
    <div className={classes.banners}>
      {failure === null ? (
        <Faults form={form} />
      ) : (
        <Banner tone="refusal">{commonWords.tryAgain(`${words[kind].failed}: ${failure.replace(/\.$/, '')}`)}</Banner>
      )}
      {failed !== null && (
        <Banner tone="refusal" action={{ label: commonWords.retry, run: retry }}>
          {words.notLoaded[failed]}
        </Banner>
      )}
      {question !== null && (
        <Banner>
          {question.text}
          <div className={classes.answers}>
            {question.answers.map((answer) => (
              <Button key={answer.label} size="compact-sm" onClick={() => onAnswer(question, answer)}>
                {answer.label}
              </Button>
            ))}
          </div>
        </Banner>
      )}
    </div>
  )
}

/** Lists the invalid fields, with links to them. */
function Faults({ form }: Pick<FormBannersProps, 'form'>) {
  const { errors, isSubmitted } = form.formState
  const wrong = fieldNames.filter((name) => errors[name] !== undefined)
  if (!isSubmitted || wrong.length === 0) return null
  const fields = form.getValues()
  const isIncomplete = wrong.some((name) => isMissing(name, fields))
  return (
    <Banner tone="refusal">
      {isIncomplete ? words.incomplete : words.wrong}
      <ul className={classes.summary}>
        {wrong.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => form.setFocus(name)}>
              {fieldLabels[name]}
            </button>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
