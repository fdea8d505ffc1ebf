import { ActionIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { buildPortfolioDialogPath, COACH_PATH, SCREENING_PATH } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { words } from '../dashboard-words.ts'
import classes from './first-position.module.css'

interface Step {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly text: string
}

const { steps: stepWords } = words

const steps: readonly Step[] = [
  { id: 'screen', path: SCREENING_PATH, title: stepWords.screen, text: stepWords.screenText },
  {
    id: 'add',
    path: buildPortfolioDialogPath('add'),
    title: stepWords.add,
    text: stepWords.addText,
  },
  { id: 'coach', path: COACH_PATH, title: stepWords.coach, text: stepWords.coachText },
]

export const FIRST_STEPS_KEY = 'firstSteps'
const HIDDEN = 'hidden'

/** Getting-started steps for new users. They stay hidden once dismissed. */
export function FirstSteps() {
  const [done, setDone] = useLocalStorage<readonly string[]>({
    key: FIRST_STEPS_KEY,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readDone,
  })
  if (done.includes(HIDDEN)) return null
  const finish = (id: string) => setDone((before) => [...new Set([...before, id])])
  return (
    <div className={classes.steps}>
      <div className={classes.head}>
        <h3>{stepWords.title}</h3>
        <ActionIcon size={24} aria-label={stepWords.hide} onClick={() => finish(HIDDEN)}>
          <IconX size={14} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </div>
      <ol className={classes.list}>
        {steps.map(({ id, path, title, text }, index) => (
          <li key={id}>
            <Link className={classes.step} to={path} onClick={() => finish(id)}>
              <span className={classes.number} aria-hidden="true">
                {done.includes(id) ? <IconCircleCheckFilled size={20} /> : index + 1}
              </span>
              <b>{title}</b>
              {done.includes(id) && <VisuallyHidden> ({stepWords.done})</VisuallyHidden>}
              <span className={classes.text}>{text}</span>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Parses the stored list of finished steps; treats malformed data as an empty list. */
function readDone(text: string | undefined): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
