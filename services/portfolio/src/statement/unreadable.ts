/** A file that cannot be read as a whole; the message says why. Without the service's errors, threads start faster. */
export class UnreadableFile extends Error {}
