import { conflict, forbidden, notFound, tooManyRequests, unavailable } from '@callwright/service'

/** Retry-After of a rejected event stream, in seconds. */
const STREAM_PATIENCE_S = 30

export const platformRun = () =>
  forbidden('platform_run', 'This refresh was started automatically and cannot be stopped.')

export const otherUsersRun = () =>
  forbidden('other_users_run', 'Another user started this refresh. Only they can stop it.')

export const runStopping = () =>
  conflict('run_stopping', 'The last refresh is still stopping. Please try again in a moment.')

export const tooManyStreams = () =>
  tooManyRequests('You have too many windows open. Close some and try again.', STREAM_PATIENCE_S)

export const streamsFull = () =>
  unavailable(
    'streams_full',
    'Too many users are following the refresh right now. Please try again.',
    null,
    STREAM_PATIENCE_S,
  )

export const tooManyScreens = (most: number) =>
  conflict('too_many_screens', `You already have ${most} saved screens. Delete one first.`)

export const screenNameTaken = (name: string) =>
  conflict('screen_name_taken', `You already have a screen named “${name}”. Choose another name.`)

export const unknownScreen = () => notFound('unknown_screen', 'Saved screen not found.')

export const tooManyLists = (most: number) =>
  conflict('too_many_lists', `You already have ${most} lists. Delete one first.`)
export const listNameTaken = (name: string) =>
  conflict('list_name_taken', `You already have a list named “${name}”. Choose another name.`)
export const listFull = (most: number) =>
  conflict('list_full', `A list can have at most ${most} stocks. Remove some first, or use another list.`)
export const unknownList = () => notFound('unknown_list', 'This list no longer exists. Choose another list.')
