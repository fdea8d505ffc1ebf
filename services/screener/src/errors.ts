import { conflict, forbidden } from '@callwright/service'

export const platformRun = () =>
  forbidden('platform_run', 'This refresh belongs to the platform and cannot be stopped.')

export const otherUsersRun = () =>
  forbidden('other_users_run', 'Another user started this refresh. Only they can stop it.')

export const runStopping = () =>
  conflict('run_stopping', 'The last refresh is still stopping. Please try again in a moment.')
