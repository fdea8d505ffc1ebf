import { Button } from '@mantine/core'
import { buildPortfolioDialogPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { Empty } from '../../../shared/ui/empty.tsx'
import { words } from '../dashboard-words.ts'
import classes from './first-position.module.css'
import { FirstSteps } from './first-steps.tsx'

/** Shown only if the server confirmed that there are no positions. */
export function FirstPosition() {
  const { title, text, add, import: importFile } = words.empty
  return (
    <div className={classes.first}>
      <Empty
        title={title}
        actions={
          <>
            <Button component={Link} to={buildPortfolioDialogPath('add')} variant="filled">
              {add}
            </Button>
            <Button component={Link} to={buildPortfolioDialogPath('import')}>
              {importFile}
            </Button>
          </>
        }
      >
        {text}
      </Empty>
      <FirstSteps />
    </div>
  )
}
