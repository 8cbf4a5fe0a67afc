import { createContext } from 'react';

/** Whether more of the Markdown around may come. */
export const LiveContext = createContext(false);
