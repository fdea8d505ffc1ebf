import { forbidden } from '@callwright/service'

export const platformRun = () =>
  forbidden('platform_run', 'This refresh belongs to the platform and cannot be stopped. It ends by itself.')

export const otherUsersRun = () =>
  forbidden('other_users_run', 'Another user started this refresh. Only they can stop it; it ends by itself.')
