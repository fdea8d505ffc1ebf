/** A pack folder that is not what it should be; the message is for the operator. */
export class PackError extends Error {
  override readonly name = 'PackError'
}
