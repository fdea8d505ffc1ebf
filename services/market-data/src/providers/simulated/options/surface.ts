/**
 * The smile of one expiration as total variance w over log-moneyness k = ln(strike/forward): a slice of the SSVI surface
 * of Gatheral and Jacquier (Arbitrage-free SVI volatility surfaces, Quantitative Finance 14, 2014),
 *   w(k) = θ/2 · (1 + ρ φ k + √((φ k + ρ)² + 1 − ρ²)),  φ(θ) = η/√(θ(1 + θ)),
 * with θ the total variance at the money, ρ the slant and η the bend. Their corollary 4.1 and theorem 4.2: with one ρ
 * for all expirations, θ that never falls with time, and η(1 + |ρ|) ≤ 2, no expiration admits butterfly arbitrage and no
 * two of them calendar arbitrage.
 */
export interface SmileSlice {
  /** Total variance at the money. */
  readonly theta: number
  readonly slant: number
  /** φ(θ). */
  readonly phi: number
}

export function openSmile(theta: number, slant: number, bend: number): SmileSlice {
  return { theta, slant, phi: bend / Math.sqrt(theta * (1 + theta)) }
}

/** Total variance at a log-moneyness. */
export function totalVarianceAt({ theta, slant, phi }: SmileSlice, logMoneyness: number): number {
  const place = phi * logMoneyness
  return 0.5 * theta * (1 + slant * place + Math.sqrt((place + slant) ** 2 + 1 - slant * slant))
}
