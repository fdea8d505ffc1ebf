import { ActionIcon, Box, Button, Group } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { buildPortfolioDialogPath, COACH_PATH, SCREENING_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import { PartTitle, VisuallyHidden } from '../../shared/ui/figures.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import classes from './overview.module.css'

/** Shown only if the server confirmed that there are no positions. */
export function FirstPosition() {
  return (
    <div className={classes.first}>
      <Empty
        title="No positions yet"
        actions={
          <>
            <Button component={Link} to={buildPortfolioDialogPath('add')} variant="filled">
              Add Position
            </Button>
            <Button component={Link} to={buildPortfolioDialogPath('import')}>
              Import CSV
            </Button>
          </>
        }
      >
        Add a covered call to see what it has earned, how close the strike is and when it needs action.
      </Empty>
      <FirstSteps />
    </div>
  )
}

interface Step {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly text: string
}

const steps: readonly Step[] = [
  {
    id: 'screen',
    path: SCREENING_PATH,
    title: 'Pick a stock',
    text: 'Every stock in the market, ranked for covered calls.',
  },
  {
    id: 'add',
    path: buildPortfolioDialogPath('add'),
    title: 'Add or import a position',
    text: 'One call you sold, or a file with many.',
  },
  { id: 'coach', path: COACH_PATH, title: 'Ask the coach', text: 'What does the rating mean? When should I roll?' },
]

const FIRST_STEPS_KEY = 'firstSteps'
const HIDDEN = 'hidden'

/** Getting-started steps for new users. They stay hidden once dismissed. */
function FirstSteps() {
  const [done, setDone] = useLocalStorage<readonly string[]>({
    key: FIRST_STEPS_KEY,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readDone,
  })
  if (done.includes(HIDDEN)) return null
  const finish = (id: string) => setDone((before) => [...new Set([...before, id])])
  return (
    <Box className={classes.steps} py="lg">
      <Group justify="space-between">
        <PartTitle>First steps</PartTitle>
        <ActionIcon size={24} aria-label="Hide these steps" onClick={() => finish(HIDDEN)}>
          <IconX size={14} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <Box component="ol" className={classes.list} mt="2xs">
        {steps.map(({ id, path, title, text }, index) => (
          <li key={id}>
            <Link className={classes.step} to={path} onClick={() => finish(id)}>
              <span className={classes.number} aria-hidden="true">
                {done.includes(id) ? <IconCircleCheckFilled size={20} /> : index + 1}
              </span>
              <b>{title}</b>
              {done.includes(id) && <VisuallyHidden> (done)</VisuallyHidden>}
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </Box>
    </Box>
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
