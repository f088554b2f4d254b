export interface Options {
  /** The file `galaverna.wasm`, or `galaverna-plain.wasm` for machines without simd128: its
   * bytes, its address or the compiled module. Without it, the one that fits this machine and
   * lies beside the modules. */
  wasm?: WebAssembly.Module | BufferSource | URL | string;
  /** Makes a worker that runs `worker.js`, where a bundler has put it elsewhere. */
  makeWorker?: () => unknown;
  /** Told in one line when the engine has failed, after which it takes no command; without it
   * the console is told. */
  onError?: (reason: string) => void;
}

/** Starts the engine in a worker. */
declare function Galaverna(options?: Options): Promise<Engine>;
export default Galaverna;

/** An engine that speaks UCI. */
export interface Engine {
  /** Says a line to the engine. `stop` is heard during a search. */
  postMessage(command: string): void;
  /** Calls a function with each line that the engine says. */
  addMessageListener(listener: (line: string) => void): void;
  removeMessageListener(listener: (line: string) => void): void;
  /** Ends the worker, as the command `quit` does. */
  terminate(): void;
}
