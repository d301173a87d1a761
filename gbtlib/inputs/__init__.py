"""What X may hold besides plain numbers: tables, categories, missing values with surrogates, triplets."""
