import { Notifications } from '@mantine/notifications'
import classes from './app.module.css'

/** Container of notices. Notices sent before it mounts are queued. */
export function Notices() {
  return <Notifications position="bottom-left" limit={3} className={classes.notices} />
}
