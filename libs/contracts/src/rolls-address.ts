/**
 * Address of the table of rolls of an open call, within the web app. The coach and alerts link to it, so it stays valid
 * for as long as the position's id does.
 */
export const ROLLS_ADDRESS = '/portfolio?rolls={position_id}'

export const buildRollsAddress = (positionId: string): string =>
  ROLLS_ADDRESS.replace('{position_id}', encodeURIComponent(positionId))
