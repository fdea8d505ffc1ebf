import { Notifications } from '@mantine/notifications'
import classes from './app.module.css'

/** Where notices appear. Notices that are sent before it mounts are queued. */
export function Notices() {
  return <Notifications position="bottom-left" limit={3} className={classes.notices} />
}
