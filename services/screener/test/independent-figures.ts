/** Expected figures in a stock's stored row for the recorded day 2026-07-10. */
export interface IndependentFigures {
  readonly symbol: string
  readonly why: string
  readonly price: number
  readonly rsi: number
  readonly sma20: number
  readonly stochasticK: number
  readonly atmIv: number | null
  readonly bestCall: {
    readonly contract: string
    readonly window: 'standard' | 'wide'
    readonly liquidity: 'liquid' | 'thin'
    readonly annYieldPct: number
    readonly delta: number
  } | null
}

/**
 * Calculated by a separate Python program that uses numpy and scipy but no code from this project. Wilder's RSI, the
 * average and %K: plain loops over the closes. Options are American, the stock price drops by the dividend on each
 * ex-date, time is calendar days / 365, and the rate is the one-month Treasury yield of 3.70 %, made continuous as 2
 * ln(1 + 0.037/2). A call without an ex-date before expiration: Black-Scholes, N by math.erfc. A call with one:
 * adaptive quadrature over the stock price on that day, with the larger of exercise and the remaining European call. A
 * put: finite differences in ln S (Crank-Nicolson after two implicit steps, exercise by policy iteration, the drop by
 * cubic interpolation), extrapolated from two grids. Volatility: Brent's method on the mid price. Delta: a four-point
 * difference. The rules of D11 and D53 were reimplemented from their text. Volatilities are accurate to 2e-6, deltas to
 * 1e-6.
 */
export const independentFigures: readonly IndependentFigures[] = [
  {
    symbol: 'AAPL',
    why: 'large, tight quotes, an ex-date before the expiration',
    price: 315.32,
    rsi: 62.927177,
    sma20: 298.103,
    stochasticK: 96.316033,
    atmIv: 0.2721514,
    bestCall: {
      contract: 'AAPL260821C00335000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 11.713346,
      delta: 0.272153,
    },
  },
  {
    symbol: 'MSFT',
    why: 'large, a spread of 17 %',
    price: 385.1,
    rsi: 47.523498,
    sma20: 380.513,
    stochasticK: 77.420746,
    atmIv: 0.4390017,
    bestCall: {
      contract: 'MSFT260814C00420000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 21.664132,
      delta: 0.289332,
    },
  },
  {
    symbol: 'TSLA',
    why: 'high volatility, tight quotes',
    price: 407.76,
    rsi: 51.219134,
    sma20: 400.8755,
    stochasticK: 60.939932,
    atmIv: 0.4710493,
    bestCall: {
      contract: 'TSLA260814C00450000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 24.168629,
      delta: 0.280162,
    },
  },
  {
    symbol: 'KO',
    why: 'low volatility, the next dividend not yet declared; a richer call is thin',
    price: 83.49,
    rsi: 58.005639,
    sma20: 81.7515,
    stochasticK: 66.918429,
    atmIv: 0.2141407,
    bestCall: {
      contract: 'KO260821C00087500',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 9.784462,
      delta: 0.283163,
    },
  },
  {
    symbol: 'NVDA',
    why: 'spread of 2 %',
    price: 210.96,
    rsi: 56.97186,
    sma20: 201.9515,
    stochasticK: 87.474163,
    atmIv: 0.3851795,
    bestCall: {
      contract: 'NVDA260821C00230000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 18.537705,
      delta: 0.284845,
    },
  },
  {
    symbol: 'BRK.B',
    why: 'class share, BRKB in its options; lowest volatility; a richer call is thin',
    price: 493.71,
    rsi: 50.819123,
    sma20: 495.3735,
    stochasticK: 27.645706,
    atmIv: 0.1655273,
    bestCall: {
      contract: 'BRKB260821C00515000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 6.248849,
      delta: 0.2491,
    },
  },
  {
    symbol: 'VZ',
    why: 'no greeks from the source; ex-date on the day itself',
    price: 42.12,
    rsi: 34.320371,
    sma20: 44.645,
    stochasticK: 22.331691,
    atmIv: 0.3042698,
    bestCall: {
      contract: 'VZ260821C00045000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 10.31633,
      delta: 0.249052,
    },
  },
  {
    symbol: 'SMCI',
    why: 'no greeks; volatility above 100 %; a richer call is thin',
    price: 28.31,
    rsi: 43.278054,
    sma20: 29.7495,
    stochasticK: 25.460931,
    atmIv: 1.0358749,
    bestCall: {
      contract: 'SMCI260821C00037000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 40.21379,
      delta: 0.2743,
    },
  },
  {
    symbol: 'NWS',
    why: 'class share without a usable quote: neither volatility nor call',
    price: 30.93,
    rsi: 59.573819,
    sma20: 29.3525,
    stochasticK: 82.460733,
    atmIv: null,
    bestCall: null,
  },
  {
    symbol: 'STLD',
    why: 'no greeks',
    price: 228.42,
    rsi: 41.361852,
    sma20: 245.159,
    stochasticK: 32.471729,
    atmIv: 0.4779133,
    bestCall: {
      contract: 'STLD260821C00250000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 18.642559,
      delta: 0.28884,
    },
  },
  {
    symbol: 'PFE',
    why: 'ex-date before the expiration',
    price: 24.17,
    rsi: 41.445077,
    sma20: 24.713,
    stochasticK: 32.544379,
    atmIv: 0.2266148,
    bestCall: {
      contract: 'PFE260814C00025000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 11.218157,
      delta: 0.286938,
    },
  },
  {
    symbol: 'F',
    why: 'dividend before the expiration; liquid by its spread of ten cents, 40 % of the mid',
    price: 14.0,
    rsi: 49.768674,
    sma20: 14.018,
    stochasticK: 58.208955,
    atmIv: 0.4179112,
    bestCall: {
      contract: 'F260814C00015500',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 13.408163,
      delta: 0.23323,
    },
  },
  {
    symbol: 'XOM',
    why: 'dividend before the expiration',
    price: 138.88,
    rsi: 44.251135,
    sma20: 139.294,
    stochasticK: 43.473451,
    atmIv: 0.2812257,
    bestCall: {
      contract: 'XOM260821C00150000',
      window: 'standard',
      liquidity: 'liquid',
      annYieldPct: 9.824343,
      delta: 0.226421,
    },
  },
  {
    symbol: 'AMP',
    why: 'no call fits in either window',
    price: 506.76,
    rsi: 66.447681,
    sma20: 473.596,
    stochasticK: 90.956522,
    atmIv: 0.2838101,
    bestCall: null,
  },
  {
    symbol: 'LVS',
    why: 'no call fits: the ex-date lifts the one of the wide window over the delta’s bound',
    price: 46.69,
    rsi: 39.73958,
    sma20: 47.565,
    stochasticK: 45.244957,
    atmIv: 0.4317842,
    bestCall: null,
  },
  {
    symbol: 'CARR',
    why: 'wide window, thin; its spread is at the limit',
    price: 69.34,
    rsi: 49.493907,
    sma20: 71.053,
    stochasticK: 32.484076,
    atmIv: 0.4202808,
    bestCall: {
      contract: 'CARR260731C00075000',
      window: 'wide',
      liquidity: 'thin',
      annYieldPct: 22.559644,
      delta: 0.255829,
    },
  },
]
