/**
 * Fraction of a retry that each call earns, so that retries add at most a tenth to the load on a struggling provider
 * (G8).
 */
const SHARE = 0.1
const MAX_EARNED = 10

export function createRetryBudget() {
  let earned = 0
  return {
    earn(): void {
      earned = Math.min(MAX_EARNED, earned + SHARE)
    },
    spend(): boolean {
      // The tolerance absorbs rounding error: ten additions of 0.1 come to slightly less than 1.
      if (earned < 1 - SHARE / 2) return false
      earned -= 1
      return true
    },
  }
}
