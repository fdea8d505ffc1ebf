import { conflict, forbidden, notFound, tooManyRequests, unavailable } from '@callwright/service'

/** After so long a stream may have ended. */
const STREAM_PATIENCE_S = 30

export const platformRun = () =>
  forbidden('platform_run', 'This refresh belongs to the platform and cannot be stopped.')

export const otherUsersRun = () =>
  forbidden('other_users_run', 'Another user started this refresh. Only they can stop it.')

export const runStopping = () =>
  conflict('run_stopping', 'The last refresh is still stopping. Please try again in a moment.')

export const tooManyStreams = () =>
  tooManyRequests('You follow the refresh in too many windows. Please close some of them.', STREAM_PATIENCE_S)

export const streamsFull = () =>
  unavailable(
    'streams_full',
    'Too many people follow the refresh right now. Please try again.',
    null,
    STREAM_PATIENCE_S,
  )

export const tooManyScreens = (most: number) =>
  conflict('too_many_screens', `You keep ${most} screens already. Please remove one first.`)

export const screenNameTaken = (name: string) =>
  conflict('screen_name_taken', `You keep another screen named “${name}”. Please choose another name.`)

export const unknownScreen = () => notFound('unknown_screen', 'You keep no such screen.')
