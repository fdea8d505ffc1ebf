/** Content of an alert, the same in every channel. */
export interface AlertMessage {
  /** The same in every attempt, so that receivers recognize a message that they already have. */
  readonly id: string
  readonly title: string
  readonly sentence: string
  readonly rule: string
  /** Time of the data, in ISO 8601. */
  readonly asOf: string
  /** Says that the data are old or simulated; null if they are neither. */
  readonly dataNote: string | null
  /** Path of the page that shows the row, with its query. */
  readonly path: string
  readonly withoutAmounts: { readonly title: string; readonly sentence: string }
}

export type SendOutcome =
  | { readonly state: 'sent' }
  | {
      readonly state: 'failed'
      /** A sentence for the user. */
      readonly reason: string
      /** Whether another attempt cannot succeed. */
      readonly permanent: boolean
      readonly retryAfterSeconds?: number
    }

/** Sends one message, or several as a digest, to one receiver. */
export interface Transport<Target> {
  send(target: Target, messages: readonly AlertMessage[], signal: AbortSignal): Promise<SendOutcome>
}

/** A browser's push subscription, as `PushSubscription.toJSON()` writes it. */
export interface PushSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}
