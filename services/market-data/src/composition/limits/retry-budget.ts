/** Retries earned per call: retries add at most a tenth to the load of a struggling provider (G8). */
const SHARE = 0.1
const MAX_EARNED = 10

/** Limits retries: each call earns a fraction of a retry. */
export function createRetryBudget() {
  let earned = 0
  return {
    earn(): void {
      earned = Math.min(MAX_EARNED, earned + SHARE)
    },
    spend(): boolean {
      // The tolerance absorbs rounding: ten additions of 0.1 give slightly less than 1.
      if (earned < 1 - SHARE / 2) return false
      earned -= 1
      return true
    },
  }
}
