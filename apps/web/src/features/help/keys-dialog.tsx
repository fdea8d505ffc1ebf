import { useId } from 'react'
import { SETTINGS_PATH } from '../../shared/paths.ts'
import { usePreferences } from '../../shared/preferences.ts'
import { Link } from '../../shared/routing.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Keys } from '../../shared/ui/keys.tsx'
import { helpWords, keyGroups } from './key-words.ts'
import classes from './keys-dialog.module.css'

interface KeysDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Dialog with all shortcuts by page, and a switch for those that don't use Ctrl or Cmd. */
export function KeysDialog({ opened, onClose }: KeysDialogProps) {
  const [{ singleKeys }, setPreferences] = usePreferences()
  const hintId = useId()
  return (
    <Dialog opened={opened} onClose={onClose} title={helpWords.title} width={640}>
      <div className={classes.groups}>
        {keyGroups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.keys}>
              {keys.map(({ keys: ways, does }) => (
                <div key={does}>
                  <dt>
                    {ways.map((way) => (
                      <Keys key={way} keys={way} />
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={classes.foot}>
        <div className={classes.choice}>
          <label>
            <input
              type="checkbox"
              aria-describedby={hintId}
              checked={singleKeys}
              onChange={({ currentTarget }) => setPreferences({ singleKeys: currentTarget.checked })}
            />
            {helpWords.singleKeys}
          </label>
          <p id={hintId}>{helpWords.singleKeysHint}</p>
        </div>
        <Link to={SETTINGS_PATH} onClick={onClose}>
          {helpWords.settings}
        </Link>
      </div>
    </Dialog>
  )
}
