import { Notifications } from '@mantine/notifications'
import classes from './app.module.css'

/** Where notices show; what is told before this is here waits for it. */
export function Notices() {
  return <Notifications position="bottom-left" limit={3} className={classes.notices} />
}
