export declare function renderKeys(schema: object): string;
